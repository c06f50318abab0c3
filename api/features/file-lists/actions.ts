// What other features ask of file lists.
import { refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import { byId } from "./queries.ts";

export { type SentList, toSend } from "./queries.ts";

/** Refuses ERR_NO_RECORD_FOUND where the company does not have this list. */
export async function mustHaveFileList(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id && !await byId(tx, id)) refuse("ERR_NO_RECORD_FOUND");
}
