import i18next from "i18next";
import { Copy, Download, Pencil, Reply, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Message, messageChanged, messages } from "../../../../api/features/messages/contract.ts";
import { callApi } from "../../../core/api.ts";
import { applyChange } from "../../../core/live-queries.ts";
import { currentMe, useMe } from "../../../core/me.ts";
import { toastError } from "../../../core/query.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { toast } from "../../../ui/toast.tsx";
import { changeComposer } from "../composer/state.ts";
import { downloadMedia } from "../download.ts";
import { useConversation } from "../thread/context.ts";
import { allowed } from "./allowed.ts";
import { ReactionRow } from "./reaction-row.tsx";

async function remove(message: Message) {
  const sure = await confirm({
    title: i18next.t("delete.title", { ns: "messages" }),
    text: i18next.t(message.isPrivate ? "delete.note" : "delete.text", { ns: "messages" }),
    action: i18next.t("do.delete"),
    danger: true,
  });
  if (!sure) return;
  try {
    const gone = await callApi(messages.remove, { params: { id: message.id } });
    const me = currentMe();
    if (me) applyChange(messageChanged, { action: "update", message: gone }, me.companyId);
  } catch (error) {
    toastError(error);
  }
}
async function copy(text: string) {
  await navigator.clipboard.writeText(text);
  toast.success(i18next.t("do.copied"));
}

/** The entries of a message's menu, for its button and its right click alike. */
export function MessageMenu({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { ticketId, status, channel } = useConversation();
  const may = allowed(message, status, channel, me.id, Date.now());
  return (
    <>
      {may.react && <ReactionRow message={message} />}
      {may.reply && (
        <MenuItem onSelect={() => changeComposer(ticketId, { quote: message, editing: null, note: false })}>
          <Reply aria-hidden /> {t("menu.reply")}
        </MenuItem>
      )}
      {may.edit && (
        <MenuItem onSelect={() => changeComposer(ticketId, { editing: message, quote: null })}>
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
      {may.remove && (
        <>
          <MenuLine />
          <MenuItem danger onSelect={() => void remove(message)}>
            <Trash2 aria-hidden /> {t("do.delete")}
          </MenuItem>
        </>
      )}
    </>
  );
}
