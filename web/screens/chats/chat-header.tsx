import { ArrowLeft, Bell, BellOff, EllipsisVertical, LogOut, Pencil, Search, Trash2 } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { type Chat, chats } from "../../../api/features/chats/contract.ts";
import { href } from "../../core/page/href.ts";
import { useCall } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { nameOf, othersOf } from "../../features/chats/chat.ts";
import { ChatFace } from "../../features/chats/face.tsx";
import { useOthersTyping } from "../../features/chats/use-typing.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";

interface Props {
  chat: Chat;
  alone: boolean;
  onSearch: () => void;
  onEdit: () => void;
  /** The chat is there no more for this person. */
  onGone: () => void;
}
/** Whose chat it is, who is writing, and what can be done with it. */
export function ChatHeader({ chat, alone, onSearch, onEdit, onGone }: Props) {
  const { t } = useTranslation("chats");
  const me = useMe();
  const name = nameOf(chat, me.id) || t("left");
  const writing = useOthersTyping(chat.id);
  const mute = useCall(chats.mute);
  const leave = useCall(chats.leave, { onSuccess: onGone });
  const remove = useCall(chats.remove, { onSuccess: onGone });
  const params = { id: chat.id };
  const ask = async (what: "confirmLeave" | "confirmRemove", action: string, run: () => void) => {
    const texts = what === "confirmLeave"
      ? { title: t("confirmLeave.title", { name }), text: t("confirmLeave.text") }
      : { title: t("confirmRemove.title", { name }), text: t("confirmRemove.text") };
    if (await confirm({ ...texts, action, danger: true })) run();
  };
  const names = othersOf(chat, me.id).map(({ user }) => user.name).join(", ");
  const activity = writing.length > 0 && t("typing", { count: writing.length, names: writing.join(", ") });
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 sm:px-3">
      {alone && (
        <Link
          href={href("chats")}
          aria-label={t("do.back")}
          className="-mr-1 grid size-control shrink-0 place-items-center rounded-control text-fg-muted hover:bg-hover"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
      )}
      <ChatFace chat={chat} />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate text-body font-600" title={name}>{name}</h1>
        <p role="status" className="truncate text-meta text-fg-muted" title={chat.isGroup ? names : undefined}>
          {activity
            ? <span className="text-success">{activity}</span>
            : chat.isGroup
            ? `${t("members", { count: chat.users.length })} · ${names}`
            : null}
        </p>
      </div>
      <IconButton icon={Search} label={t("searchIn")} onClick={onSearch} />
      <DropdownMenu trigger={<IconButton icon={EllipsisVertical} label={t("actions")} />}>
        <MenuItem onSelect={() => mute.mutate({ params, body: { muted: !chat.muted } })}>
          {chat.muted ? <Bell aria-hidden /> : <BellOff aria-hidden />} {t(chat.muted ? "unmute" : "mute")}
        </MenuItem>
        {chat.isGroup && chat.ownerId === me.id && (
          <MenuItem onSelect={onEdit}>
            <Pencil aria-hidden /> {t("edit")}
          </MenuItem>
        )}
        {(chat.isGroup || chat.ownerId === me.id) && <MenuLine />}
        {chat.isGroup && (
          <MenuItem onSelect={() => void ask("confirmLeave", t("leave"), () => leave.mutate({ params }))}>
            <LogOut aria-hidden /> {t("leave")}
          </MenuItem>
        )}
        {chat.ownerId === me.id && (
          <MenuItem
            danger
            onSelect={() => void ask("confirmRemove", t("remove"), () => remove.mutate({ params }))}
          >
            <Trash2 aria-hidden /> {t("remove")}
          </MenuItem>
        )}
      </DropdownMenu>
    </header>
  );
}
