// The rules of the bot's turn when a customer writes: one table, in the order of docs/product/automation.md#turn. Pure: time and
// chance are arguments.
import { wallTime } from "../../contract/rules/wall-time.ts";
import { isOpen } from "./hours.ts";
import { choose, isLeaving, listOf, paragraphs, queueList, ratingOf } from "./menus.ts";
import { type Effect, Plan } from "./plan.ts";
import type { Heard, Situation, TicketFacts } from "./situation.ts";
import { answerTree, enter, isQueueClosed, judgeWrong } from "./tree.ts";

/**
 * Never answered by itself: what we said, what was held up, calls (they have their own answer), blocked contacts, and
 * whatever comes into a conversation that a person leads or that is over.
 */
export function isLeftAlone(heard: Heard, ticket: Pick<TicketFacts, "status">): boolean {
  const { fromMe, late, call, blocked } = heard;
  return fromMe || late || call || blocked || !["pending", "lgpd", "nps"].includes(ticket.status);
}

/** The effects of what the customer wrote. In a group nothing is said but what an integration says that answers there too. */
export function decide(s: Situation): Effect[] {
  if (isLeftAlone(s.heard, s.ticket)) return [];
  const plan = new Plan(s);
  if (s.ticket.isGroup) {
    integration(plan);
    return plan.effects;
  }
  for (const rule of rules) if (rule(plan) === "done") break;
  return plan.effects;
}

type Verdict = "done" | "next";
type Rule = (plan: Plan) => Verdict;
const rules: readonly Rule[] = [
  vacation,
  rating,
  consent,
  outOfHours,
  integration,
  leave,
  mainMenu,
  begin,
  audio,
  queueMenu,
  queueHours,
  tree,
];

/** Company holidays: their text once, and nothing else. A customer who was not asked for consent waits where people look. */
function vacation(plan: Plan): Verdict {
  const { connection: { vacationStart, vacationEnd, vacationText }, now, timezone, ticket } = plan.s;
  if (!vacationText.trim() || !vacationStart || !vacationEnd) return "next";
  const { date } = wallTime(now, timezone);
  if (date < vacationStart || date > vacationEnd) return "next";
  if (ticket.status === "lgpd" && !plan.times("consent")) plan.add({ do: "status", status: "pending" });
  if (!plan.times("vacation")) plan.say("vacation", vacationText);
  return "done";
}

/** A rating is a number; anything else is asked again while there are tries left. It never reopens the conversation. */
function rating(plan: Plan): Verdict {
  const { ticket, heard: { text }, connection: { ratingText, ratingTries } } = plan.s;
  if (ticket.status !== "nps") return "next";
  if (text === null) return "done";
  const given = ratingOf(text);
  if (given !== null) {
    plan.add({ do: "rate", rating: given });
    plan.farewell();
    plan.close("closed");
  } else if (
    !plan.isUsedUp(plan.times("rating", "ratingInvalid"), ratingTries) && !plan.isQuick(["rating", "ratingInvalid"])
  ) {
    plan.say("ratingInvalid", paragraphs(plan.words.ratingInvalid, ratingText));
  }
  return "done";
}

/** LGPD (docs/product/automation.md#consent): asked before anything else; a customer who does not answer waits for people. */
function consent(plan: Plan): Verdict {
  const { ticket: { status }, heard: { text }, connection: { botTries } } = plan.s;
  if (status === "pending") return plan.needsConsent && plan.isFresh ? ask(plan) : "next";
  if (!plan.needsConsent) return goOn(plan);
  if (!plan.times("consent")) return ask(plan);
  if (text === null) return "done";
  const answer = isLeaving(text, plan.words) ? 1 : choose(text, [plan.words.agree, plan.words.disagree]);
  if (answer === 0) {
    plan.add({ do: "consent" });
    return goOn(plan);
  }
  if (answer === 1) {
    plan.farewell();
    plan.close("clientClosed");
  } else if (plan.isUsedUp(plan.times("consent"), botTries)) plan.add({ do: "status", status: "pending" });
  else if (!plan.isQuick(["consent"])) ask(plan);
  return "done";
}
function ask(plan: Plan): Verdict {
  const { settings, ticket } = plan.s;
  if (ticket.status !== "lgpd") plan.add({ do: "status", status: "lgpd" });
  if (!plan.times("consent")) plan.add({ do: "log", type: "lgpd" });
  const question = paragraphs(plan.words.consent, listOf([plan.words.agree, plan.words.disagree], []));
  plan.say("consent", paragraphs(settings.lgpdMessage, settings.lgpdLink, question));
  return "done";
}
/** What follows sees a ticket that waits, of somebody who has just agreed and said nothing else yet. */
function goOn(plan: Plan): Verdict {
  const { s } = plan;
  plan.add({ do: "status", status: "pending" });
  plan.s = {
    ...s,
    ticket: { ...s.ticket, status: "pending" },
    contact: { ...s.contact, consentAt: s.now },
    heard: { ...s.heard, text: "" },
  };
  return "next";
}

/** Company or connection closed: said, and nobody is routed anywhere. */
function outOfHours(plan: Plan): Verdict {
  const { settings: { scheduleType }, connection, companySchedules, now, timezone } = plan.s;
  if (scheduleType !== "company" && scheduleType !== "connection") return "next";
  const schedules = scheduleType === "company" ? companySchedules : connection.schedules;
  if (isOpen(schedules, now, timezone)) return "next";
  plan.sayWithin("outOfHours", connection.outOfHours);
  return "done";
}

/** Who leads by itself goes on, or the connection's integration begins, before any menu. */
function integration(plan: Plan): Verdict {
  const { ticket, contact, heard, integrates, thinks, connection } = plan.s;
  const may = integrates || thinks;
  const mute = contact.disableBot || ticket.isGroup && !connection.integrationInGroups;
  if (ticket.userId !== null) return "next";
  if (ticket.useIntegration) {
    if (mute || !may) plan.add({ do: "letGo", why: may ? "quiet" : "plan" });
    else if (heard.text !== null) plan.add({ do: "hand", integrationId: null });
    return "done";
  }
  if (mute || !mayLead(plan) || !plan.isFresh || heard.text === null) return "next";
  if (plan.hand(connection.integrationId)) return "done";
  return !ticket.isGroup && plan.handToPrompt(connection.promptId) ? "done" : "next";
}

/** The word that ends it, wherever the customer stands. */
function leave(plan: Plan): Verdict {
  if (!mayLead(plan) || !plan.hasLed || !isLeaving(plan.s.heard.text, plan.words)) return "next";
  plan.farewell();
  plan.close("clientClosed");
  return "done";
}

/** `#`: back to the beginning, out of whatever queue it was. */
function mainMenu(plan: Plan): Verdict {
  if (!mayLead(plan) || !plan.hasLed || plan.s.heard.text?.trim() !== "#") return "next";
  plan.add({ do: "forget", kinds: ["invalid", "option"] });
  return start(plan);
}

/** Nobody has answered yet: a greeting, the menu, or the only queue. */
function begin(plan: Plan): Verdict {
  if (!mayLead(plan) || !plan.isFresh) return "next";
  start(plan);
  return isAudioRefused(plan) ? "next" : "done";
}
/** Several queues without a greeting are not set up yet (ERR_WAPP_GREETING_REQUIRED): the ticket waits for people. */
function start(plan: Plan): Verdict {
  const { connection, settings, ticket } = plan.s;
  const [first, ...others] = plan.offered;
  if (first && !others.length) {
    const greeting = settings.sendGreetingMessageOneQueues === "enabled" ? connection.greeting : "";
    enter(plan, first, { chosen: false, greeting });
  } else if (first && connection.greeting.trim()) {
    plan.lead(true);
    if (ticket.queueId !== null) plan.add({ do: "queue", queueId: null });
    plan.add({ do: "option", optionId: null });
    plan.say("menu", paragraphs(connection.greeting, queueList(plan.offered, plan.words)), connection.greetingMedia);
  }
  return "done";
}

/** The contact, or the company, takes no audio. */
function audio(plan: Plan): Verdict {
  if (!isAudioRefused(plan)) return "next";
  plan.sayWithin("audioRefused", plan.words.audioRefused);
  return "done";
}
function isAudioRefused({ s: { heard, contact, settings } }: Plan): boolean {
  return heard.audio && (!contact.acceptAudio || settings.acceptAudioMessageContact === "disabled");
}

/** An answer to the queue menu. A right one counts as long as nobody has taken over, however often it was wrong before. */
function queueMenu(plan: Plan): Verdict {
  const { ticket: { queueId, isBot }, heard: { text } } = plan.s;
  if (!mayLead(plan) || !plan.hasLed || queueId !== null || plan.offered.length < 2) return "next";
  const chosen = text === null ? null : choose(text, plan.offered.map(({ name }) => name));
  if (chosen !== null) {
    plan.add({ do: "forget", kinds: ["invalid"] });
    enter(plan, plan.offered[chosen]!, { chosen: true });
  } else if (isBot) judgeWrong(plan, queueList(plan.offered, plan.words));
  return "done";
}

/** The queue of a waiting ticket is closed. */
function queueHours(plan: Plan): Verdict {
  const { queue } = plan;
  if (!queue || !isQueueClosed(plan, queue)) return "next";
  plan.sayWithin("outOfHours", queue.outOfHours);
  return "done";
}

/** Somewhere in a queue's tree. */
function tree(plan: Plan): Verdict {
  const { ticket: { isBot } } = plan.s;
  if (mayLead(plan) && isBot && plan.hasLed) answerTree(plan);
  return "done";
}

/** A person may have asked the bot to be quiet, or something else leads. */
function mayLead({ s: { contact, ticket } }: Plan): boolean {
  return !contact.disableBot && !ticket.useIntegration && ticket.userId === null;
}
