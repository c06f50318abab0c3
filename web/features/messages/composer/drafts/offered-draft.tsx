import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { drafts, type OfferedDraft as Offer } from "../../../../../api/features/drafts/contract.ts";
import { users } from "../../../../../api/features/users/contract.ts";
import { draftName, draftNow } from "../../../../core/drafts.ts";
import { queryClient, queryKey, refresh } from "../../../../core/answers/query-client.ts";
import { useCall, useRead } from "../../../../core/query.ts";
import { useOnline } from "../../../../core/use-online.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Button } from "../../../../ui/button.tsx";
import { DraftLine } from "./draft-line.tsx";
import { offerOf, without, type Writable } from "./offered.ts";
import { restoreText } from "./restore.ts";
import { changeComposer } from "../state.ts";

interface Props extends Writable {
  /** The mode on screen, and what is written there. */
  note: boolean;
  text: string;
}

/** Offers what a colleague left half written; give it only in a ticket that is this person's. Silent without a network. */
export function OfferedDraft({ note, text, ...writable }: Props) {
  const { t } = useTranslation("messages");
  const online = useOnline();
  const { data: all = [] } = useRead(drafts.offered, {}, { keep: false, enabled: online });
  const { data: team = [] } = useRead(users.colleagues);
  const dismiss = useCall(drafts.dismiss, {
    // Its author has taken it back meanwhile, or the ticket has gone on.
    silent: ["ERR_NO_TICKET_FOUND"],
    onError: () => void refresh(drafts.offered),
  });
  const offer = offerOf(all, writable, note);
  if (!online || !offer) return null;
  const asNote = offer.mode === "note";
  const { ticketId, userId, mode } = offer;
  const written = asNote === note ? text : draftNow(draftName(ticketId, asNote)).text;
  const forget = () => {
    queryClient.setQueryData<Offer[]>(queryKey("read", drafts.offered, {}), (known = []) => without(known, offer));
    dismiss.mutate({ params: { ticketId, userId, mode } });
  };
  const use = () => {
    restoreText(ticketId, offer.text, asNote);
    if (asNote !== note) changeComposer(ticketId, { note: asNote });
    forget();
  };
  return (
    <DraftLine
      sign={<Avatar name={offer.userName} colour={team.find(({ id }) => id === userId)?.color} size="small" />}
      text={t(`offered.${mode}`, { name: offer.userName, text: offer.text })}
      whole={offer.text}
    >
      <Button size="small" onClick={use}>{t(written.trim() ? "elsewhere.join" : "elsewhere.use")}</Button>
      <Button size="small" tone="quiet" onClick={forget}>{t("offered.dismiss")}</Button>
    </DraftLine>
  );
}
