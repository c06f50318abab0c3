import { type Connection, pastChanged } from "../../../../api/features/connections/contract.ts";
import type { LiveEvent } from "../../../../api/contract/event.ts";
import type { z } from "zod";

type Told = z.output<typeof pastChanged.payload>;

/** A connection as an event of an import leaves it. At the end what many changes concern is fetched anew. */
export function importTold<C extends Pick<Connection, "id" | "importProgress">>(
  connection: C,
  event: LiveEvent,
  payload: unknown,
): C {
  const told = payload as Told;
  if (event.name !== pastChanged.name || told.whatsappId !== connection.id) return connection;
  return { ...connection, importProgress: told.action === "update" ? told.status : null };
}
