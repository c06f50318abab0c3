// The list of inbound steps, in order (architecture §8). A step belongs to the feature that owns its subject; a new rule is a
// new line here, never a branch in an old step.
import type { Tx } from "../db/tenant.ts";
import type { Inbound } from "./channels/inbound.ts";
import { identify } from "./features/contacts/identify.ts";
import { store } from "./features/messages/store.ts";
import { announceInbound, findOrOpen } from "./features/tickets/inbound.ts";

export type Step = (tx: Tx, inbound: Inbound) => Promise<"next" | "stop">;

export const pipeline: readonly Step[] = [identify, findOrOpen, store, announceInbound];
