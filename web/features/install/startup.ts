// When to think of installing: the browser's offer is kept from the first moment on, a ticket taken is the moment to use it.
import { getDefaultStore } from "jotai";
import { ticketChanged } from "../../../api/features/tickets/contract.ts";
import { onEvent } from "../../core/live.ts";
import { whileSignedIn } from "../../core/session.ts";
import { hintAtom, keepOffer, standaloneAtom, suggestInstall } from "./offer.ts";

/** The first screen comes first. */
const AFTER_MS = 3000;

keepOffer();

whileSignedIn((me) => {
  const timer = setTimeout(() => {
    suggestInstall("day");
    // What is kept offline must outlive a full disk; browsers grant it to an installed app without asking.
    if (getDefaultStore().get(standaloneAtom)) void navigator.storage?.persist?.().catch(() => false);
  }, AFTER_MS);
  const end = onEvent(ticketChanged, (payload) => {
    if (payload.action === "delete") return;
    const { ticket } = payload;
    if (ticket.userId === me.id && ticket.status === "open") suggestInstall("accepted");
  });
  return () => {
    clearTimeout(timer);
    end();
    getDefaultStore().set(hintAtom, false);
  };
});
