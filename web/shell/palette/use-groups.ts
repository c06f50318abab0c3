// What the palette offers for what was typed, in groups.
import { useSetAtom } from "jotai";
import { BookUser, type LucideIcon, MessagesSquare, UserRound } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { navigate } from "wouter/use-browser-location";
import { users } from "../../../api/features/users/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { type Command, nameOf, readyCommands, useCaps } from "../../core/commands.ts";
import { href } from "../../core/page/href.ts";
import { useRead } from "../../core/query.ts";
import { openDialog } from "../../features/tickets/actions/dialogs.ts";
import { listAtom } from "../../features/tickets/state/state.ts";
import { ranked } from "./rank.ts";
import { type Recent, recents } from "./recent.ts";
import { useFinds } from "./use-finds.ts";

export interface Entry {
  /** Unlike all others'. */
  value: string;
  icon?: LucideIcon;
  name: string;
  detail?: string;
  caps?: string[][];
  run: () => unknown;
  /** What is kept of it for the next time. */
  recent?: Recent;
}
export interface EntryGroup {
  heading: string;
  entries: Entry[];
}
const PEOPLE_SHOWN = 4;

const openTicket = (uuid: string) => navigate(href("ticket", { uuid }));
function writeTo(id: number, name: string) {
  // Both screens show the tickets' dialogs.
  const there = [href("tickets"), href("contacts")].some((path) => location.pathname.startsWith(path));
  if (!there) navigate(href("tickets"));
  openDialog({ kind: "new", contact: { id, name } });
}

/** The groups that have something, the nearest first: what was chosen lately, what can be done here, what was found, where to go. */
export function useGroups(text: string): { groups: EntryGroup[]; busy: boolean } {
  const { t } = useTranslation("keyboard");
  const caps = useCaps();
  // What can be done is what could be done when the palette was opened: the focus, which says with what, is here now.
  const [ready] = useState(() => readyCommands().filter((command) => !command.keyOnly));
  const [lately] = useState(recents);
  const { busy, tickets, contacts } = useFinds(text);
  const mayFilter = useCan("tickets-manager:showall");
  const { data: colleagues = [] } = useRead(users.colleagues, {}, { enabled: mayFilter });
  const setList = useSetAtom(listAtom);
  const groups = useMemo(() => {
    const found = ranked(ready, nameOf, text);
    const ofCommand = (command: Command, prefix = ""): Entry => ({
      value: prefix + command.id,
      icon: command.icon,
      name: nameOf(command),
      caps: caps(command.id),
      run: command.run,
      recent: { kind: "command", id: command.id },
    });
    const ofTicket = (uuid: string, name: string, detail?: string, prefix = ""): Entry => ({
      value: `${prefix}ticket ${uuid}`,
      icon: MessagesSquare,
      name,
      detail,
      run: () => openTicket(uuid),
      recent: { kind: "ticket", id: uuid, name },
    });
    const ofContact = (id: number, name: string, prefix = ""): Entry => ({
      value: `${prefix}contact ${id}`,
      icon: BookUser,
      name,
      detail: t("write"),
      run: () => writeTo(id, name),
      recent: { kind: "contact", id: String(id), name },
    });
    const ofRecent = (recent: Recent): Entry[] => {
      if (recent.kind === "ticket") return [ofTicket(recent.id, recent.name, undefined, "recent ")];
      if (recent.kind === "contact") return [ofContact(Number(recent.id), recent.name, "recent ")];
      const command = ready.find(({ id }) => id === recent.id);
      return command ? [ofCommand(command, "recent ")] : [];
    };
    const people = text ? ranked(colleagues, ({ name }) => name, text).slice(0, PEOPLE_SHOWN) : [];
    const showTicketsOf = (id: number) => {
      setList((state) => ({
        ...state,
        view: "open",
        tab: "open",
        showAll: true,
        search: "",
        filters: { ...state.filters, users: [id] },
      }));
      navigate(href("tickets"));
    };
    const of = (...wanted: Command["group"][]) =>
      found.filter(({ group }) => wanted.includes(group)).map((command) => ofCommand(command));
    const all: EntryGroup[] = [
      { heading: t("recent"), entries: text ? [] : lately.flatMap(ofRecent) },
      { heading: t("here"), entries: of("ticket", "write") },
      {
        heading: t("screens:tickets.title"),
        entries: tickets.map(({ uuid, id, contact, queue }) =>
          ofTicket(uuid, contact.name, `#${id}${queue ? ` · ${queue.name}` : ""}`)
        ),
      },
      { heading: t("screens:contacts.title"), entries: contacts.map(({ id, name }) => ofContact(id, name)) },
      { heading: t("group.go"), entries: of("go") },
      { heading: t("group.list"), entries: of("list") },
      {
        heading: t("people"),
        entries: people.map(({ id, name }) => ({
          value: `person ${id}`,
          icon: UserRound,
          name,
          detail: t("theirTickets"),
          run: () => showTicketsOf(id),
        })),
      },
      { heading: t("group.app"), entries: of("app") },
    ];
    return all.filter(({ entries }) => entries.length > 0);
  }, [ready, lately, text, tickets, contacts, colleagues, t]);
  return { groups, busy };
}
