import { keep } from "../../core/retention.ts";

/** Of a contact that was deleted and had no number: it names nobody any more. */
export const nobody = keep("opt_outs", "t.number = '' and t.contact_id is null");
