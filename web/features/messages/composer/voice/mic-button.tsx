import { Mic } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../../ui/cn.ts";
import { Tooltip } from "../../../../ui/tooltip.tsx";

interface Props extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  note: boolean;
  /** Under the finger now. */
  held: boolean;
}

/** Where a voice note begins: hold it with a finger, press it with anything else. */
export function MicButton({ note, held, className, ...props }: Props) {
  const { t } = useTranslation("messages");
  return (
    <Tooltip text={t("voice.record")} side="top">
      <button
        type="button"
        aria-label={t("voice.record")}
        onContextMenu={(e) => e.preventDefault()}
        className={cn(
          "ml-1 grid size-9 shrink-0 touch-none place-items-center rounded-full transition-transform select-none [-webkit-touch-callout:none] disabled:opacity-45 touch:size-11",
          note ? "bg-note text-note-soft" : "bg-primary text-on-primary",
          held && "scale-125",
          className,
        )}
        {...props}
      >
        <Mic aria-hidden className="size-5" />
      </button>
    </Tooltip>
  );
}
