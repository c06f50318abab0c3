import { useTranslation } from "react-i18next";
import { type Message, messageChanged, messages } from "../../../../api/features/messages/contract.ts";
import { applyChange } from "../../../core/live-queries.ts";
import { useMe } from "../../../core/me.ts";
import { useCall } from "../../../core/query.ts";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";

const quick = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** Six reactions everybody knows; one's own pressed again is taken back. */
export function ReactionRow({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { companyId } = useMe();
  const react = useCall(messages.react, {
    onSuccess: (answer) => applyChange(messageChanged, { action: "update", message: answer }, companyId),
  });
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
            onSelect={() =>
              react.mutate({ params: { id: message.id }, body: { emoji: emoji === mine ? null : emoji } })}
          >
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuLine />
    </>
  );
}
