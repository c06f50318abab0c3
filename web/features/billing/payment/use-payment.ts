// Hearing of a payment, whatever the page's stream is worth: the event where it comes, a question every few seconds where it cannot.
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { isEvent } from "../../../../api/contract/event.ts";
import { invoices, paid } from "../../../../api/features/invoices/contract.ts";
import { connectionAtom, onEvent } from "../../../core/live.ts";
import { callApi } from "../../../core/who/api.ts";
import { useMe } from "../../../core/who/me.ts";

/** A page without a stream asks this often, ms. */
const POLL_MS = 4_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

export interface Payment {
  /** The subscription's new end. */
  date: string;
  invoiceId: number;
}

/** The stream of an expired company: the app's own begins only where the company has paid. Answers whether it is open. */
function useOwnStream(wanted: boolean, companyId: number, told: (payment: Payment) => void): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    const run = async () => {
      let lastId: string | undefined;
      for (let wait = FIRST_WAIT_MS; !stop.signal.aborted; wait = Math.min(MAX_WAIT_MS, wait * 2)) {
        try {
          const { readStream } = await import("../../../core/events/stream.ts");
          await readStream({
            lastId,
            signal: stop.signal,
            onOpen: () => {
              setOpen(true);
              wait = FIRST_WAIT_MS / 2;
            },
            onMessage: ({ name, data, id }) => {
              lastId = id ?? lastId;
              if (isEvent(paid, companyId, name)) told(data as Payment);
            },
          });
        } catch { /* every failure is answered alike: wait and try again */ }
        setOpen(false);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    };
    void run();
    return () => stop.abort();
  }, [wanted, companyId]);
  return open;
}

/** Calls `onPaid` once when the company has paid. `invoiceId` is what a page without a stream asks about. */
export function usePayment(invoiceId: number | undefined, onPaid: (payment: Payment) => void): void {
  const { companyId, profile, company } = useMe();
  const [begunExpired] = useState(company.expired);
  const state = useAtomValue(connectionAtom);
  const done = useRef(false);
  const tell = useRef(onPaid);
  tell.current = onPaid;
  const told = (payment: Payment) => {
    if (done.current) return;
    done.current = true;
    tell.current(payment);
  };
  const own = useOwnStream(begunExpired && profile === "admin", companyId, told);
  useEffect(() => onEvent(paid, told), []);
  const broken = begunExpired ? !own : state !== "online";
  useEffect(() => {
    if (invoiceId === undefined) return;
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      const found = await callApi(invoices.show, { params: { id: invoiceId } }).catch(() => null);
      if (found?.status === "Pago") told({ date: found.periodEnd, invoiceId });
    };
    // Who comes back from the bank's app does not wait until a stream that broke meanwhile is noticed.
    const back = () => void ask();
    document.addEventListener("visibilitychange", back);
    const timer = broken ? setInterval(() => void ask(), POLL_MS) : undefined;
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [broken, invoiceId]);
}
