// The list of inbound steps, in order (architecture §8). A step belongs to the feature that owns its subject; a new rule is a
// new line here, never a branch in an old step.
import type { Tx } from "../db/tenant.ts";
import type { Inbound } from "./channels/inbound/inbound.ts";
import { botTurn } from "./features/automation/turn.ts";
import { refuseBlocked } from "./features/contacts/blocked.ts";
import { identify } from "./features/contacts/identify.ts";
import { answerCall } from "./features/messages/inbound/calls.ts";
import { store } from "./features/messages/inbound/store.ts";
import { ringInbound } from "./features/notifications/inbound.ts";
import { admitGroups, announceInbound, findOrOpen } from "./features/tickets/inbound.ts";

export type Step = (tx: Tx, inbound: Inbound) => Promise<"next" | "stop">;

export const pipeline: readonly Step[] = [
  admitGroups,
  identify,
  refuseBlocked,
  findOrOpen,
  store,
  announceInbound,
  ringInbound,
  answerCall,
  botTurn,
];
