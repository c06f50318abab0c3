// Tickets and contacts for what was typed: the device's at once, the server's when typing pauses.
import { useEffect, useMemo, useState } from "react";
import { byName } from "../../../api/contract/words/name-order.ts";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import { viewerOf } from "../../core/who/can.ts";
import { keptContacts, keptTickets } from "../../core/device/read.ts";
import { useMe } from "../../core/who/me.ts";
import { useList } from "../../core/query.ts";
import { findsPerson, scan, ticketNumber } from "../../core/words/search-text.ts";
import { inOrder, sees } from "../../features/tickets/state/membership.ts";

/** As many of each are shown. */
const SHOWN = 5;
/** One letter finds everybody. */
const MIN = 2;
const PAUSE_MS = 300;

interface Finds {
  tickets: readonly Ticket[];
  contacts: readonly Contact[];
}
const NONE: Finds = { tickets: [], contacts: [] };

function useLocal(needle: string): Finds {
  const me = useMe();
  const [finds, setFinds] = useState(NONE);
  useEffect(() => {
    if (!needle) return setFinds(NONE);
    const stop = new AbortController();
    const viewer = viewerOf(me);
    const number = ticketNumber(needle);
    const ofTicket = (ticket: Ticket) =>
      sees(ticket, viewer) &&
        (ticket.id === number || findsPerson(needle, ticket.contact.name, ticket.contact.number))
        ? ticket
        : null;
    const ofContact = (contact: Contact) => findsPerson(needle, contact.name, contact.number) ? contact : null;
    void (async () => {
      const [found, people] = await Promise.all([
        keptTickets().then((kept) => scan(kept, ofTicket, stop.signal)),
        keptContacts().then((kept) => scan(kept, ofContact, stop.signal)),
      ]);
      found.sort((a, b) => inOrder(a, b, "DESC"));
      people.sort(byName);
      if (!stop.signal.aborted) setFinds({ tickets: found, contacts: people });
    })();
    return () => stop.abort();
  }, [needle]);
  return finds;
}

/** What the device and then the server find for a text, each once; `busy` while more may come. */
export function useFinds(typed: string): Finds & { busy: boolean } {
  const needle = typed.trim().length >= MIN ? typed.trim() : "";
  const local = useLocal(needle);
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(needle), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [needle]);
  const options = { enabled: asked !== "", keep: false };
  const theirs = useList(tickets.list, { query: { searchParam: asked } }, options);
  const people = useList(contacts.list, { query: { searchParam: asked } }, options);
  const settled = asked === needle && asked !== "";
  return useMemo(() => {
    const merge = <T extends { id: number }>(here: readonly T[], there: readonly T[]) => {
      const known = new Set(here.map(({ id }) => id));
      return [...here, ...(settled ? there : []).filter(({ id }) => !known.has(id))].slice(0, SHOWN);
    };
    return {
      tickets: merge(local.tickets, theirs.records),
      contacts: merge(local.contacts, people.records),
      busy: needle !== "" && (!settled || theirs.isLoading || people.isLoading),
    };
  }, [local, theirs.records, people.records, settled, needle]);
}
