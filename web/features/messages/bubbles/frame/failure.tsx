import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { codeText } from "../../../../core/words/i18n/i18n.ts";
import { Button } from "../../../../ui/button.tsx";

interface Props {
  /** Catalogue code; null when nobody knows. */
  code: string | null;
  /** What was wanted, where it does not show. */
  what?: string;
  uncertain?: boolean;
  busy?: boolean;
  onRetry: () => void;
  onDiscard?: () => void;
  onEdit?: () => void;
}

/** Why a message did not go, in words, and what can be done, in place. */
export function Failure({ code, what, uncertain, busy, onRetry, onDiscard, onEdit }: Props) {
  const { t } = useTranslation("messages");
  return (
    <div className="mt-1 flex max-w-100 flex-wrap items-center justify-end gap-x-1 text-right">
      <p className={uncertain ? "text-meta text-warning" : "text-meta text-danger"}>
        {what && <span className="block text-fg-muted wrap-anywhere">{what}</span>}
        {uncertain ? codeText("ERR_OUTCOME_UNKNOWN") : codeText(code ?? "ERR_SENDING_WAPP_MSG")}
      </p>
      <Button tone="quiet" size="small" busy={busy} onClick={onRetry}>{t("failed.resend")}</Button>
      {onEdit && <Button tone="quiet" size="small" onClick={onEdit}>{t("do.edit")}</Button>}
      {onDiscard && <Button tone="dangerQuiet" size="small" onClick={onDiscard}>{t("failed.discard")}</Button>}
    </div>
  );
}
