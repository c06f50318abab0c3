import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import type { MessageHit, Ticket } from "../../../../api/features/tickets/contract.ts";
import { keptTickets } from "../../../core/device/read.ts";
import { scan } from "../../../core/words/search-text.ts";
import { deviceStorageAtom } from "../../../core/store/store.ts";
import { looking, saysLast } from "./device.ts";
import { inOrder, membership } from "./membership.ts";
import { messagesWith } from "./message-hits.ts";
import { listCall, type ListState } from "./state.ts";

export interface LocalFinds {
  tickets: readonly Ticket[];
  /** Where in a conversation the words are, by ticket. */
  hits: ReadonlyMap<number, MessageHit>;
  busy: boolean;
}
const NONE: LocalFinds = { tickets: [], hits: new Map(), busy: false };

/** What the device finds for the text as it is typed, before the server is asked. Null where the device keeps nothing. */
export function useLocalSearch(typed: string, state: ListState): LocalFinds | null {
  const kept = useAtomValue(deviceStorageAtom) === "kept";
  const search = typed.trim();
  const [finds, setFinds] = useState<LocalFinds>(NONE);
  const { searchOnMessages, showAll, filters } = state;
  useEffect(() => {
    if (!kept || !search) return setFinds(NONE);
    const stop = new AbortController();
    const find = async (hits: ReadonlyMap<number, MessageHit>, busy: boolean) => {
      const rules = looking((id) => hits.has(id));
      if (!rules) return;
      const call = listCall({ ...state, search });
      const belongs = membership(call, rules);
      const elsewhere = membership({ ...call, searchParam: undefined }, rules);
      const look = (ticket: Ticket) =>
        belongs(ticket) || (saysLast(ticket, search) && elsewhere(ticket)) ? ticket : null;
      const tickets = await scan(await keptTickets(), look, stop.signal);
      tickets.sort((a, b) => inOrder(a, b, "DESC"));
      if (!stop.signal.aborted) setFinds({ tickets, hits, busy });
    };
    void (async () => {
      setFinds((before) => ({ ...before, busy: true }));
      await find(new Map(), searchOnMessages);
      if (searchOnMessages && !stop.signal.aborted) await find(await messagesWith(search, stop.signal), false);
    })();
    return () => stop.abort();
  }, [kept, search, searchOnMessages, showAll, filters]);
  return kept ? finds : null;
}

/** The server's finds and the device's, each once, the latest first. */
export function together(server: readonly Ticket[], local: readonly Ticket[]): readonly Ticket[] {
  const known = new Set(server.map((ticket) => ticket.id));
  const more = local.filter((ticket) => !known.has(ticket.id));
  return more.length === 0 ? server : [...server, ...more].sort((a, b) => inOrder(a, b, "DESC"));
}
