import { RefreshCw } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { CopyButton } from "../../../patterns/copy-button.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 30;

/** 30 random letters and digits. Bytes that would favour some letters are thrown away. */
export function randomToken(): string {
  let token = "";
  while (token.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < 4 * LETTERS.length && token.length < LENGTH) token += LETTERS[byte % LETTERS.length];
    }
  }
  return token;
}

/** The connection's token: seen, copied, replaced. */
export function TokenField(
  { value, onChange, error }: { value: string; onChange: (token: string) => void; error?: string },
) {
  const { t } = useTranslation("connections");
  return (
    <div className="space-y-1.5">
      <Field label={t("field.token")} hint={t("field.tokenHint")} error={error}>
        <Input
          value={value}
          onChange={(e) => onChange(e.target.value)}
          maxLength={LENGTH}
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div className="flex items-center gap-1.5">
        <CopyButton text={value} />
        <IconButton
          icon={RefreshCw}
          label={t("field.tokenNew")}
          className="size-7! touch:size-9!"
          onClick={() => onChange(randomToken())}
        />
      </div>
    </div>
  );
}
