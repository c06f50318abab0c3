// Situations for tests: an ordinary one, and what a test changes of it. `after` plays effects back into it.
import { companySettings } from "../../contract/settings.ts";
import type { Told } from "./actions/bot.ts";
import type { Effect } from "./plan.ts";
import type { Option, QueueFacts, Situation } from "./situation.ts";

/** Monday, 2 March 2026, 10:00 in São Paulo. */
export const NOW = new Date("2026-03-02T10:00:00-03:00");
/** A customer takes a minute to answer. */
const STEP_MS = 60_000;

type Part<T> = { [K in keyof T]?: T[K] extends object ? Partial<T[K]> : T[K] };

export function queue(id: number, name: string, more: Partial<QueueFacts> = {}): QueueFacts {
  const plain = {
    outOfHours: "",
    closeTicket: false,
    fileListId: null,
    integrationId: null,
    schedules: [],
    offered: true,
    waiting: 0,
    onlineIds: [],
    options: [],
  };
  return { id, name, greeting: `Você está em ${name}.`, ...plain, ...more };
}
export function option(id: number, name: string, more: Partial<Option> = {}): Option {
  const plain = {
    parentId: null,
    type: "text" as const,
    closeTicket: false,
    targetQueueId: null,
    targetUserId: null,
    targetFileListId: null,
    targetIntegrationId: null,
  };
  return { id, name, greeting: `${name}:`, ...plain, ...more };
}
export const closedAllDay = [{
  weekday: "",
  weekdayEn: "sunday" as const,
  startTimeA: "08:00",
  endTimeA: "12:00",
  startTimeB: "",
  endTimeB: "",
}];

/** Two queues, Vendas with a tree; a greeting; nothing said yet; the customer says "Oi". */
export function situation(part: Part<Situation> = {}): Situation {
  const settings = Object.fromEntries(Object.entries(companySettings).map(([key, { initial }]) => [key, initial]));
  const tree = [
    option(11, "Preços"),
    option(12, "Falar com Ana", { type: "attendent", targetUserId: 7 }),
    option(13, "Suporte", { type: "queue", targetQueueId: 2 }),
    option(14, "Encerrar", { closeTicket: true }),
    option(111, "Atacado", { parentId: 11 }),
    option(112, "Varejo", { parentId: 11, greeting: "" }),
  ];
  const whole: Situation = {
    now: NOW,
    chance: 0,
    timezone: "America/Sao_Paulo",
    integrates: true,
    thinks: true,
    heard: { fromMe: false, late: false, blocked: false, call: false, audio: false, text: "Oi" },
    ticket: {
      status: "pending",
      isGroup: false,
      queueId: null,
      userId: null,
      isBot: false,
      useIntegration: false,
      taken: false,
      resumed: false,
      roundAt: NOW,
    },
    contact: { disableBot: false, acceptAudio: true, consentAt: null },
    connection: {
      integrationId: null,
      integrationInGroups: false,
      promptId: null,
      greeting: "Olá!",
      greetingMedia: null,
      farewell: "Até logo!",
      outOfHours: "Estamos fechados.",
      schedules: [],
      botTries: 3,
      botPauseMin: 0,
      ratingText: "De 0 a 10?",
      ratingTries: 3,
      vacationStart: null,
      vacationEnd: null,
      vacationText: "",
    },
    companySchedules: [],
    settings: settings as Situation["settings"],
    ownFarewell: "",
    queues: [queue(1, "Vendas", { options: tree }), queue(2, "Suporte")],
    bot: { optionId: null, said: {} },
  };
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => {
      const given = part[key as keyof Situation];
      const merges = value !== null && value.constructor === Object;
      return [key, given === undefined ? value : merges ? { ...value, ...given as object } : given];
    }),
  ) as unknown as Situation;
}

/** Texts that were said so often, the last a minute ago. */
export function said(...kinds: (keyof Situation["bot"]["said"])[]): Situation["bot"]["said"] {
  const at = new Date(NOW.getTime() - STEP_MS).toISOString();
  const counts: Partial<Record<string, Told>> = {};
  for (const kind of kinds) counts[kind] = { times: (counts[kind]?.times ?? 0) + 1, at };
  return counts;
}

/** The situation after these effects, and a minute, and what the customer says then. */
export function after(s: Situation, effects: readonly Effect[], text: string): Situation {
  const next = structuredClone(s);
  next.now = new Date(s.now.getTime() + STEP_MS);
  next.heard = { ...s.heard, text };
  const { ticket, bot } = next;
  for (const effect of effects) {
    if (effect.do === "queue") ticket.queueId = effect.queueId;
    if (effect.do === "user") ticket.userId = effect.userId;
    if (effect.do === "status") ticket.status = effect.status;
    if (effect.do === "lead") ticket.isBot = effect.leads;
    if (effect.do === "hand" && effect.integrationId !== null) ticket.useIntegration = true;
    if (effect.do === "close") ticket.status = "closed";
    if (effect.do === "option") bot.optionId = effect.optionId;
    if (effect.do === "consent") next.contact.consentAt = s.now;
    if (effect.do === "forget") { for (const kind of effect.kinds) delete bot.said[kind]; }
  }
  for (const effect of effects) {
    const kind = effect.do === "say"
      ? effect.kind
      : effect.do === "files"
      ? "files"
      : effect.do === "hand"
      ? "integration"
      : null;
    if (kind) bot.said[kind] = { times: (bot.said[kind]?.times ?? 0) + 1, at: s.now.toISOString() };
  }
  return next;
}
