import { serverNow } from "../../../core/clock.ts";
import i18next from "i18next";
import { CircleCheckBig, Copy, Download, Forward, Info, ListTodo, Pencil, Reply, Trash2 } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { useMe } from "../../../core/who/me.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import { enqueue } from "../../../core/outbox.ts";
import { remember } from "../../../core/remember.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { toast } from "../../../ui/toast.tsx";
import { isLate } from "../parts/meta.tsx";
import { changeComposer } from "../composer/state.ts";
import { downloadMedia } from "../download.ts";
import { askForward, beginPicking } from "../forward/state.ts";
import { showInfo } from "../info/state.ts";
import { useConversation } from "../conversation.ts";
import { allowed } from "./allowed.ts";
import { ReactionRow } from "./reaction-row.tsx";

async function remove(message: Message, ticketId: number) {
  const sure = await confirm({
    title: i18next.t("delete.title", { ns: "messages" }),
    text: i18next.t(message.isPrivate ? "delete.note" : "delete.text", { ns: "messages" }),
    action: i18next.t("do.delete"),
    danger: true,
  });
  if (!sure) return;
  await enqueue({
    ticketId,
    kind: "delete",
    call: wireCall(messages.remove, { params: { id: message.id } }),
    about: { messageId: message.id, text: message.body },
  });
}
async function copy(text: string) {
  await navigator.clipboard.writeText(text);
  toast.success(i18next.t("do.copied"));
}

/** The entries of a message's menu, for its button and its right click alike. */
export function MessageMenu({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { ticketId, uuid, status, channel, contactName } = useConversation();
  const may = allowed(message, status, channel, me.id, serverNow());
  return (
    <>
      {isLate(message.createdAt, message.receivedAt) && (
        <p className="px-2.5 py-1.5 text-meta text-fg-muted">{t("late", { when: formatMoment(message.receivedAt) })}</p>
      )}
      {may.react && <ReactionRow message={message} />}
      {may.reply && (
        <MenuItem onSelect={() => changeComposer(ticketId, { quote: message, editing: null, note: false })}>
          <Reply aria-hidden /> {t("menu.reply")}
        </MenuItem>
      )}
      {may.forward && (
        <MenuItem onSelect={() => askForward(ticketId, [message])}>
          <Forward aria-hidden /> {t("menu.forward")}
        </MenuItem>
      )}
      {may.edit && (
        <MenuItem onSelect={() => changeComposer(ticketId, { editing: message, replaces: null, quote: null })}>
          <Pencil aria-hidden /> {t("menu.edit")}
        </MenuItem>
      )}
      {may.copy && (
        <MenuItem onSelect={() => void copy(message.body)}>
          <Copy aria-hidden /> {t("menu.copy")}
        </MenuItem>
      )}
      {may.download && (
        <MenuItem onSelect={() => void downloadMedia(message)}>
          <Download aria-hidden /> {t("menu.download")}
        </MenuItem>
      )}
      {may.forward && (
        <MenuItem onSelect={() => beginPicking(ticketId, message)}>
          <CircleCheckBig aria-hidden /> {t("menu.pick")}
        </MenuItem>
      )}
      {uuid && may.copy && (
        <MenuItem onSelect={() => remember({ text: message.body, ticket: { uuid, name: contactName } })}>
          <ListTodo aria-hidden /> {t("menu.remember")}
        </MenuItem>
      )}
      <MenuItem onSelect={() => showInfo(message)}>
        <Info aria-hidden /> {t("menu.info")}
      </MenuItem>
      {may.remove && (
        <>
          <MenuLine />
          <MenuItem danger onSelect={() => void remove(message, ticketId)}>
            <Trash2 aria-hidden /> {t("do.delete")}
          </MenuItem>
        </>
      )}
    </>
  );
}
