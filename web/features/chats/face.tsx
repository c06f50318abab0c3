import { UsersRound } from "lucide-react";
import type { Chat } from "../../../api/features/chats/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { nameOf, othersOf } from "./chat.ts";

/** The other person, or a sign for a group. */
export function ChatFace({ chat, small }: { chat: Chat; small?: boolean }) {
  const me = useMe();
  if (!chat.isGroup) {
    const other = othersOf(chat, me.id)[0]?.user;
    return <Avatar name={nameOf(chat, me.id)} colour={other?.color} size={small ? "small" : "normal"} />;
  }
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full bg-fg-subtle/15 text-fg-muted ${
        small ? "size-7" : "size-10"
      }`}
    >
      <UsersRound className={small ? "size-4" : "size-5"} />
    </span>
  );
}
