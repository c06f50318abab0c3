import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { skipReasons } from "../../../../api/features/campaigns/contract.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";

const own: ReadonlySet<string> = new Set([...skipReasons, "optedout"]);

/** Why somebody was left out, or a message failed, in words: ours, or the catalogue's. */
export function useReason(): (reason: string) => string {
  const { t } = useTranslation("campaigns");
  return (reason) => own.has(reason) ? t(`why.${reason}`) : codeText(reason);
}
