import { useAtom } from "jotai";
import { X } from "lucide-react";
import { type ReactNode } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { TICKETS_PAGE } from "../../../../api/contract/limits.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { useRead } from "../../../core/query.ts";
import { Dot } from "../../../ui/chip.tsx";
import { type Filters, listAtom, noFilters } from "../state/state.ts";
import { ContactName } from "./contact-filter.tsx";

interface Named {
  id: number;
  name: string;
  color?: string;
}
interface Entry {
  key: string;
  /** For the button that takes it away. */
  name: string;
  shown?: ReactNode;
  colour?: string;
  clear: () => void;
}

/** What the list is filtered by, each with a cross; they scroll sideways in their own line. */
export function FilterChips() {
  const { t } = useTranslation("tickets");
  const [state, setState] = useAtom(listAtom);
  const { filters } = state;
  const mayUsers = useCan("tickets-manager:usersFilter");
  const { data: lines = [] } = useRead(connections.list, {}, { enabled: filters.connections.length > 0 });
  const { data: allQueues = [] } = useRead(queues.list, {}, { enabled: filters.queues.some((id) => id > 0) });
  const { data: allTags = [] } = useRead(tags.all, {}, { enabled: filters.tags.length > 0 });
  const { data: team = [] } = useRead(users.colleagues, {}, { enabled: mayUsers && filters.users.length > 0 });
  const drop = (part: keyof Filters, value: number | string) => () =>
    setState({
      ...state,
      filters: { ...filters, [part]: (filters[part] as (number | string)[]).filter((one) => one !== value) },
    });
  const named = (part: "queues" | "connections" | "users" | "tags", known: readonly Named[]): Entry[] =>
    filters[part].map((id) => {
      const one = known.find((other) => other.id === id);
      const name = part === "queues" && id === 0 ? t("noQueue") : one?.name ?? `#${id}`;
      return { key: `${part}${id}`, name, colour: one?.color, clear: drop(part, id) };
    });
  const entries: Entry[] = [
    ...filters.statuses.map((status) => ({
      key: status,
      name: t(`status.${status}`),
      clear: drop("statuses", status),
    })),
    ...filters.contacts.map((id) => ({
      key: `contact${id}`,
      name: `#${id}`,
      shown: <ContactName id={id} />,
      clear: drop("contacts", id),
    })),
    ...named("queues", allQueues),
    ...named("connections", lines),
    ...named("tags", allTags),
    ...(mayUsers ? named("users", team) : []),
    ...(state.pageSize === TICKETS_PAGE ? [] : [{
      key: "size",
      name: t("filter.perPage", { count: state.pageSize }),
      clear: () => setState({ ...state, pageSize: TICKETS_PAGE }),
    }]),
  ];
  return (
    <ul
      aria-label={t("filter.title")}
      className="flex gap-1.5 overflow-x-auto border-b border-line px-3 py-1.5 [scrollbar-width:none]"
    >
      {entries.map(({ key, name, shown, colour, clear }) => (
        <li
          key={key}
          className="flex h-6 max-w-52 shrink-0 items-center gap-1.5 rounded-full bg-hover pl-2.5 text-meta text-fg touch:h-11"
        >
          {colour && <Dot colour={colour} className="size-2!" />}
          <span className="truncate">{shown ?? name}</span>
          <button
            type="button"
            aria-label={t("filter.without", { name })}
            onClick={clear}
            className="grid h-full w-7 place-items-center rounded-full text-fg-subtle hover:text-fg touch:w-11"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
      {entries.length > 1 && (
        <li className="shrink-0">
          <button
            type="button"
            onClick={() => setState({ ...state, filters: noFilters, pageSize: TICKETS_PAGE })}
            className="h-6 px-1.5 text-meta font-500 whitespace-nowrap text-primary-fg hover:underline touch:h-11"
          >
            {t("filter.clear")}
          </button>
        </li>
      )}
    </ul>
  );
}
