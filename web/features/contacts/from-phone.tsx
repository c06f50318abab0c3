import { BookUser, MessagesSquare } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { MenuItem } from "../../ui/menu-panel.tsx";
import { toast } from "../../ui/toast.tsx";

/** Entries of the contacts' menu for each connected phone that knows people: its address book, and its chats. */
export function FromPhone({ online }: { online: boolean }) {
  const { t } = useTranslation("contacts");
  const { data: lines = [] } = useRead(connections.list);
  const { data: channels = [] } = useRead(connections.channels);
  const onSuccess = ({ created, ignored }: { created: number; ignored: number }) =>
    toast.success(`${t("phone.created", { count: created })} ${t("phone.ignored", { count: ignored })}`);
  const book = useCall(contacts.importBook, { onSuccess });
  const chats = useCall(contacts.importChats, { onSuccess });
  const able = new Set(channels.filter(({ abilities }) => abilities.book).map(({ id }) => id));
  const phones = lines.filter(({ channel, status }) => able.has(channel) && status === "CONNECTED");
  const busy = !online || book.isPending || chats.isPending;
  return phones.map(({ id, name }) => (
    <div key={id}>
      <MenuItem disabled={busy} onSelect={() => book.mutate({ body: { whatsappId: id } })}>
        <BookUser aria-hidden /> {t("phone.book", { name })}
      </MenuItem>
      <MenuItem disabled={busy} onSelect={() => chats.mutate({ body: { whatsappId: id } })}>
        <MessagesSquare aria-hidden /> {t("phone.chats", { name })}
      </MenuItem>
    </div>
  ));
}
