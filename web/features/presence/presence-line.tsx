import { Eye, PenLine } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { users } from "../../../api/features/users/contract.ts";
import { language } from "../../core/words/i18n/i18n.ts";
import { useRead } from "../../core/query.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cn } from "../../ui/cn.ts";
import type { Other } from "./others.ts";

const SHOWN = 3;

/** Colleagues at the same ticket, in a line above the composer: the box one writes in stays where it is, no word is covered. */
export function PresenceLine({ others }: { others: readonly Other[] }) {
  const { t } = useTranslation("presence");
  const { data: team = [] } = useRead(users.colleagues);
  const answering = others.filter(({ state }) => state === "answering");
  const named = answering.length > 0 ? answering : others;
  const names = new Intl.ListFormat(language(), { type: "conjunction" }).format(named.map(({ name }) => name));
  const Icon = answering.length > 0 ? PenLine : Eye;
  return (
    <div
      role="status"
      aria-label={t("label")}
      className={cn(
        "flex h-8 items-center gap-2 border-t border-line bg-surface px-3 text-meta",
        answering.length > 0 ? "text-warning" : "text-fg-muted",
      )}
    >
      <span className="flex shrink-0 -space-x-2">
        {named.slice(0, SHOWN).map(({ id, name }) => (
          <Avatar
            key={id}
            name={name}
            colour={team.find((user) => user.id === id)?.color}
            size="small"
          />
        ))}
      </span>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">
        {t(answering.length > 0 ? "answering" : "viewing", { names, count: named.length })}
      </span>
    </div>
  );
}
