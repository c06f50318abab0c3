import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { contacts } from "../../../../api/features/contacts/contract.ts";
import { tickets } from "../../../../api/features/tickets/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { useCall, useRead } from "../../../core/query.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { Button } from "../../../ui/button.tsx";

/** Contacts that turned out to be this person; an admin can part them again. Nothing where there are none. */
export function MergedContacts({ contactId, name }: { contactId: number; name: string }) {
  const { t } = useTranslation("tickets");
  const mayUndo = useCan("admin");
  const { data: merges } = useRead(contacts.merges, { params: { id: contactId } }, { keep: false });
  const undo = useCall(contacts.undoMerge, { refresh: [contacts.merges, contacts.show, tickets.list] });
  if (!merges?.length) return null;
  const part = async (merge: (typeof merges)[number]) => {
    const sure = await confirm({
      title: t("merged.ask", { name: merge.name }),
      text: t("merged.askText", { name }),
      action: t("merged.undo"),
    });
    if (sure) undo.mutate({ params: { id: merge.id } });
  };
  return (
    <section aria-label={t("merged.title")} className="border-t border-line px-4 py-4">
      <h3 className="mb-2 text-meta font-500 text-fg-subtle">{t("merged.title")}</h3>
      <ul className="space-y-2">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">{phoneNumber(merge.name)}</span>
              <span className="block text-meta text-fg-muted tabular-nums">
                {[
                  merge.number !== merge.name && phoneNumber(merge.number),
                  merge.user ? t("merged.by", { name: merge.user.name }) : t("merged.itself"),
                  formatMoment(merge.createdAt),
                ].filter(Boolean).join(" · ")}
              </span>
            </span>
            {mayUndo && (
              <Button
                size="small"
                busy={undo.isPending && undo.variables?.params?.id === merge.id}
                aria-label={t("merged.undoOf", { name: merge.name })}
                onClick={() => void part(merge)}
              >
                {t("merged.undo")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
