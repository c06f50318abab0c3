// What follows when something happens to a ticket, the pipeline's sister. An effect belongs to the feature that owns its subject; a
// feature that is to know of tickets adds a line here.
import { endBot, leaveToPeople } from "./features/automation/actions/bot.ts";
import { sendAutomatic } from "./features/automation/actions/say.ts";
import { handOver, offerAgain } from "./features/drafts/actions.ts";
import { carryOn } from "./features/integrations/actions/carry-on.ts";
import { keepNote } from "./features/messages/actions/note.ts";
import { withdrawComing } from "./features/messages/actions/withdraw.ts";
import { clearChanged, ringChange } from "./features/notifications/actions.ts";
import { heedProvider } from "./features/opt-outs/actions.ts";
import type { TicketEffects } from "./features/tickets/effects.ts";

export const ticketEffects: TicketEffects = {
  changed: [ringChange, offerAgain],
  handedOver: [handOver],
  joins: [carryOn],
  gone: [clearChanged],
  roundOver: [endBot],
  personActs: [withdrawComing],
  leftToPeople: [leaveToPeople],
  says: [sendAutomatic],
  failed: [heedProvider],
  noted: [keepNote],
};
