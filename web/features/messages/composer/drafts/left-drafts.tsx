import { X } from "lucide-react";
import { useAtomValue } from "jotai";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { draftName, draftsAtom, writeDraft } from "../../../../core/drafts.ts";
import { CopyButton } from "../../../../patterns/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";

/** What was half written when the ticket was closed, returned or taken: it can be taken along, or thrown away. */
export function LeftDrafts({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation("messages");
  const drafts = useAtomValue(draftsAtom);
  const left = (["reply", "note"] as const).map((mode) => {
    const name = draftName(ticketId, mode === "note");
    return { mode, name, text: drafts.get(name)?.text.trim() ?? "" };
  }).filter(({ text }) => text !== "");
  return left.map(({ mode, name, text }) => (
    <div key={mode} className="flex w-full items-center justify-center gap-2 text-meta">
      <p className="line-clamp-2 min-w-0 text-fg-muted wrap-anywhere" title={text}>{t(`left.${mode}`, { text })}</p>
      <CopyButton text={text} />
      <IconButton
        icon={X}
        label={t("left.discard")}
        tip="top"
        onClick={() =>
          void writeDraft(name, "")}
      />
    </div>
  ));
}
