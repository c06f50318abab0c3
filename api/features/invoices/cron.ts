import { timed } from "../../core/timed.ts";
import { makeDue, suspend } from "./daily.ts";
import { answerCallbacks, pollCharges } from "./charges/outcomes.ts";

/** Often: a due date that is changed by hand, and a day that begins somewhere, are seen soon. */
export const invoices = timed("invoices", 10 * 60_000, makeDue);

export const paymentCallbacks = timed("payment-callbacks", 5_000, answerCallbacks);

export const charges = timed("charges", 30_000, pollCharges);

export const suspension = timed("suspension", 60_000, suspend);
