// Which feature takes what a provider tells: the steps of a message, in order, and one verb for each other kind of event. A step
// belongs to the feature that owns its subject; a new rule is a new line here, never a branch in an old step.
import type {
  EditEvent,
  IdentityEvent,
  ProfileEvent,
  ReactionEvent,
  RemoveEvent,
  SeenEvent,
  StatusEvent,
  WatermarkEvent,
} from "../channels/sdk/mod.ts";
import type { Tx } from "../db/tenant.ts";
import type { Ahead, Inbound, InboundLine } from "./inbound.ts";
import { botTurn } from "./features/automation/turn.ts";
import { refuseBlocked } from "./features/contacts/blocked.ts";
import { identify, pair } from "./features/contacts/identify.ts";
import { profile } from "./features/contacts/profile.ts";
import { campaignAsked, hearAnswer } from "./features/campaigns/inbound.ts";
import { answerCall } from "./features/automation/calls.ts";
import { cancelledByReply, cancelOnReply } from "./features/schedules/actions.ts";
import { seen } from "./features/messages/inbound/seen.ts";
import { passOn, store } from "./features/messages/inbound/store.ts";
import { edit, reaction, remove, status, watermark } from "./features/messages/inbound/updates.ts";
import { goBack, lanesToGoBack } from "./features/kanban/moves.ts";
import { heedOptOut } from "./features/opt-outs/inbound.ts";
import { optOutWords } from "./features/opt-outs/actions.ts";
import { ringInbound } from "./features/notifications/inbound.ts";
import { admitGroups, announceInbound, findOrOpen } from "./features/tickets/inbound.ts";

export type Step = (tx: Tx, inbound: Inbound) => Promise<"next" | "stop">;

/** In the order of their steps. */
const sentAhead: readonly Ahead[] = [cancelledByReply, lanesToGoBack, campaignAsked, optOutWords];
/** Sends them right after the message is stored, with what is written then. */
const sendAhead: Step = (tx, inbound) => {
  for (const ask of sentAhead) void ask(tx, inbound);
  return Promise.resolve("next");
};

export const pipeline: readonly Step[] = [
  admitGroups,
  identify,
  refuseBlocked,
  findOrOpen,
  store,
  sendAhead,
  passOn,
  cancelOnReply,
  announceInbound,
  goBack,
  hearAnswer,
  heedOptOut,
  answerCall,
  botTurn,
  // After the bot, which may hand the ticket to an integration: then nobody is rung.
  ringInbound,
];

/** What a provider tells besides messages and calls, by kind. */
export interface Told {
  status: StatusEvent;
  watermark: WatermarkEvent;
  seen: SeenEvent;
  reaction: ReactionEvent;
  edit: EditEvent;
  remove: RemoveEvent;
  identity: IdentityEvent;
  profile: ProfileEvent;
}

/** The feature that takes each of them; answers its outcome, for the count of events. */
export const events: { readonly [K in keyof Told]: (tx: Tx, line: InboundLine, event: Told[K]) => Promise<string> } = {
  status,
  watermark,
  seen,
  reaction,
  edit,
  remove,
  identity: pair,
  profile,
};
