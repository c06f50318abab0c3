import { useTranslation } from "react-i18next";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { useConversation } from "../conversation.ts";
import { react, THUMB } from "./react.ts";

const quick = [THUMB, "❤️", "😂", "😮", "😢", "🙏"];

/** Six reactions everybody knows; one's own pressed again is taken back. */
export function ReactionRow({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { ticketId } = useConversation();
  const mine = message.reactions.find((reaction) => reaction.fromMe)?.emoji;
  return (
    <>
      <div role="group" aria-label={t("menu.react")} className="flex gap-0.5 p-0.5">
        {quick.map((emoji) => (
          <MenuItem
            key={emoji}
            aria-label={t("menu.reactWith", { emoji })}
            aria-current={emoji === mine || undefined}
            className="size-9! justify-center px-0! text-[18px]! aria-[current]:bg-primary-soft touch:size-11!"
            onSelect={() => void react(ticketId, message, emoji)}
          >
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuLine />
    </>
  );
}
