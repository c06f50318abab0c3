import { useEffect, useMemo, useState } from "react";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { useList } from "../../core/query.ts";
import { foldText } from "../../core/words/search-text.ts";
import { store } from "../../core/store/store.ts";

/** The person's open tickets, newest first: the server's, and before it answers or without it those the device knows. */
export function useOwnTickets(search: string) {
  const me = useMe();
  const list = useList(tickets.list, { query: { status: "open" } });
  const groups = useList(tickets.list, { query: { status: "group" } }, { enabled: useCan("tickets:groups") });
  const [kept, setKept] = useState<Ticket[]>([]);
  useEffect(() => {
    void store().then(async (db) => {
      const rows = await db?.getAll("tickets").catch(() => []) ?? [];
      setKept(rows.map(({ ticket }) => ticket as unknown as Ticket));
    });
  }, []);
  const all = useMemo(() => {
    const known = new Map(kept.map((ticket) => [ticket.id, ticket]));
    for (const ticket of [...groups.records, ...list.records]) known.set(ticket.id, ticket);
    return [...known.values()]
      .filter((ticket) => ticket.status === "group" || (ticket.status === "open" && ticket.userId === me.id))
      .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  }, [kept, list.records, groups.records, me.id]);
  const wanted = foldText(search.trim());
  const found = all.filter((ticket) => {
    const { name, number } = ticket.contact;
    return foldText(`${name} ${number} ${ticket.id} ${ticket.queue?.name ?? ""}`).includes(wanted);
  });
  return {
    tickets: found,
    total: all.length,
    loading: list.isLoading && all.length === 0,
    error: all.length === 0 ? list.error : null,
    retry: list.refetch,
    hasMore: list.hasMore,
    more: list.more,
  };
}
