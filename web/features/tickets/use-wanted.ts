import { useAtomValue } from "jotai";
import { useDeferredValue, useMemo } from "react";
import { selectAtom } from "jotai/utils";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { viewerOf } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { MANY, outboxAtom, type OutboxRow, useOutbox } from "../../core/outbox.ts";
import { cachedTickets } from "./cache.ts";
import { belongs, type TicketCall } from "./state/membership.ts";
import { markOf, type Tabs, wantedTicket, wantedTickets, withWanted, withWantedCounts } from "./pending.ts";

// How much of an upload has left changes nothing here.
const sameRows = (a: readonly OutboxRow[], b: readonly OutboxRow[]) =>
  a.length === b.length && a.every((row, i) => row.id === b[i]?.id && row.state === b[i]?.state);
const rowsAtom = selectAtom(outboxAtom, (rows) => rows, sameRows);

function useWanted(ground: unknown) {
  const me = useMe();
  const rows = useAtomValue(rowsAtom);
  return useMemo(() => {
    const known = rows.length > 0 ? cachedTickets() : new Map<number, Ticket>();
    return wantedTickets(rows, { id: me.id, name: me.name, color: me.color }, (id) => known.get(id));
  }, [rows, me, ground]);
}

/** A list of tickets with what waits to be sent laid over it. */
export function useListWithWanted(
  list: { records: readonly Ticket[]; count: number; hasMore: boolean },
  query: TicketCall,
): { records: readonly Ticket[]; count: number } {
  const now = useMemo(() => list, [list.records, list.count, list.hasMore]);
  const calm = useDeferredValue(now);
  // While many things are sent the list may be a breath behind them: what comes in between is not drawn.
  const ground = useAtomValue(outboxAtom).length > MANY ? calm : now;
  const wanted = useWanted(ground.records);
  return useMemo(() => withWanted(ground, query, wanted), [ground, query, wanted]);
}

/** The tabs' numbers with what waits to be sent. */
export function useCountsWithWanted(counts: Tabs | undefined, query: TicketCall): Tabs | undefined {
  const me = useMe();
  const wanted = useWanted(counts);
  return useMemo(() => {
    if (!counts || wanted.length === 0) return counts;
    const looking = { viewer: viewerOf(me), timezone: me.company.timezone, listed: () => false };
    return withWantedCounts(counts, wanted, (ticket, tab) => belongs(ticket, { ...query, status: tab }, looking));
  }, [counts, wanted, query, me]);
}

/** A ticket as it will be when what waits was accepted. */
export function useWantedTicket(ticket: Ticket | undefined): Ticket | undefined {
  const me = useMe();
  const rows = useOutbox(ticket?.id ?? 0);
  return useMemo(
    () => ticket && wantedTicket(ticket, rows, { id: me.id, name: me.name, color: me.color }),
    [ticket, rows, me],
  );
}

/** Whether something done to a ticket waits, or was refused. */
export function usePendingMark(ticketId: number): "refused" | "waiting" | null {
  return markOf(useOutbox(ticketId));
}
