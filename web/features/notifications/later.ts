// What runs while somebody is signed in: rules from other devices, notifications that are settled.
import { ticketChanged } from "../../../api/features/tickets/contract.ts";
import { onEvent } from "../../core/live.ts";
import { whileSignedIn } from "../../core/session.ts";
import { watchUse } from "./presence.ts";
import { fetchRules, followRules } from "./rules.ts";
import { calledTickets, closeLost, closeOpened, closeSettled, closeStale } from "./shown.ts";

/** The first screen has the network for itself. */
const MEND_AFTER_MS = 6000;
/** wouter's own events beside the browser's: every way an address changes. */
const moves = ["popstate", "pushState", "replaceState"] as const;

whileSignedIn((me) => {
  const opened = () => void closeOpened();
  moves.forEach((move) => addEventListener(move, opened));
  document.addEventListener("visibilitychange", opened);
  // What comes from now on is followed by events.
  const before = calledTickets();
  const mend = setTimeout(() => {
    void fetchRules().catch(() => undefined);
    void before.then((uuids) => closeStale(uuids, me));
    void import("./this-device.ts").then(({ keepRinging }) => keepRinging(me)).catch(() => undefined);
  }, MEND_AFTER_MS);
  opened();
  const stops = [
    followRules(),
    watchUse(),
    onEvent(ticketChanged, (payload) => {
      if (payload.action === "delete") void closeLost(Number(payload.ticketId));
      else void closeSettled(payload.ticket, me);
    }),
  ];
  return () => {
    clearTimeout(mend);
    moves.forEach((move) => removeEventListener(move, opened));
    document.removeEventListener("visibilitychange", opened);
    stops.forEach((stop) => stop());
  };
});
