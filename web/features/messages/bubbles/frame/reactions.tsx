import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../../api/features/messages/contract.ts";

/** Reactions, hanging on the bubble's lower edge. */
export function Reactions({ list }: { list: Message["reactions"] }) {
  const { t } = useTranslation("messages");
  if (list.length === 0) return null;
  const emoji = [...new Set(list.map((reaction) => reaction.emoji))];
  return (
    <span
      role="img"
      aria-label={t("reactions", { list: emoji.join(" ") })}
      className="absolute -bottom-4 left-3 inline-flex h-6 items-center gap-0.5 rounded-full border border-line bg-raised px-1.5 text-meta leading-none"
    >
      {emoji.slice(0, 4).join("")}
      {list.length > 1 && <span className="ml-0.5 text-small text-fg-subtle tabular-nums">{list.length}</span>}
    </span>
  );
}
