import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Input } from "../../ui/input.tsx";

interface Props extends Omit<ComponentProps<"input">, "type"> {
  /** Makes a password and puts it in; offered by a button within the field. */
  onMake?: () => void;
}

/** A password field with a button that shows the password. */
export function PasswordInput({ onMake, ...props }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input type={shown ? "text" : "password"} {...props} className={onMake ? "pr-32!" : "pr-control!"} />
      {onMake && (
        <button
          type="button"
          onClick={() => {
            onMake();
            setShown(true);
          }}
          className="absolute inset-y-0 right-control rounded-control px-2 text-meta font-500 text-primary-fg hover:underline"
        >
          {t("do.makePassword")}
        </button>
      )}
      <button
        type="button"
        aria-label={t(shown ? "do.hidePassword" : "do.showPassword")}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-control place-items-center rounded-control text-fg-subtle hover:text-fg"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
