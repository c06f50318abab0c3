// What programs called and what it came to, for the admin who asks why nothing arrived. Kept a week.
import { platform } from "../../../db/tenant.ts";
import { log } from "../log.ts";

export interface ProgramCall {
  companyId: number;
  keyId: number | null;
  connectionId: number | null;
  method: string;
  path: string;
  status: number;
  error: string | null;
  ms: number;
  address: string;
}
const MAX_PATH = 300;

/** Writes one call down. That it cannot be is no reason to refuse the call. */
export async function logProgramCall(call: ProgramCall): Promise<void> {
  await platform()`
    insert into app.api_calls (company_id, key_id, connection_id, method, path, status, error, ms, address)
    values (${call.companyId}, ${call.keyId}, ${call.connectionId}, ${call.method}, ${
    call.path.slice(0, MAX_PATH)
  }, ${call.status},
      ${call.error}, ${Math.round(call.ms)}, ${call.address})`
    .catch((error) => log.warn("a program's call could not be written down", { error }));
}
