// What a connection says and does by itself (docs/product/connections.md#rules): its fields, and which of them need each other.
// Minutes are 0 where a rule is off.
import { z } from "zod";
import { Id, text } from "../endpoint.ts";
import { VACATION_BACK_DAYS } from "../limits.ts";
import { Schedules } from "./schedule.ts";

const A_YEAR_MIN = 525_600;
const minutes = z.coerce.number().int().min(0).max(A_YEAR_MIN);
const times = z.coerce.number().int().min(0).max(100);
/** A day; empty or null takes it away. */
const day = z.union([z.literal(""), z.iso.date().refine((value) => value >= "1900", "year")]).nullable().transform((
  value,
) => value || null);

/** As a form sends them; what is left out stays. */
export const connectionRuleFields = {
  /** How often the menu is sent without a right answer; 0: as often as it takes. */
  maxUseBotQueues: times,
  /** The menu is not sent again within so many minutes of the bot's last text. */
  timeUseBotQueues: minutes,
  /** A ticket that chose no queue for so many minutes goes to `sendIdQueue`. */
  timeSendQueue: minutes,
  sendIdQueue: Id("queue").nullable(),
  /** A conversation in which nothing was said for so many minutes is closed, with `expiresInactiveMessage`. */
  expiresTicket: minutes,
  /** 1: only where the last message is ours. */
  whenExpiresTicket: z.coerce.number().int().min(0).max(1),
  expiresInactiveMessage: text(4000),
  /** Minutes without a word until `inactiveMessage` is said, once. */
  timeInactiveMessage: minutes,
  inactiveMessage: text(4000),
  ratingMessage: text(4000),
  /** Minutes a customer has to answer the question for a rating. */
  expiresTicketNPS: minutes,
  /** How often it is asked again after an answer that is none. */
  maxUseBotQueuesNPS: times,
  /** A customer who writes again so soon after the close continues the same ticket, minutes. */
  timeCreateNewTicket: minutes,
  collectiveVacationStart: day,
  collectiveVacationEnd: day,
  collectiveVacationMessage: text(4000),
  schedules: Schedules,
  /** Answers whoever writes first, before any menu. */
  integrationId: Id("queueIntegration").nullable(),
  /** A model answers so, where there is no integration. */
  promptId: Id("prompt").nullable(),
};

/** As the server answers them. */
export const ConnectionRules = z.object({
  maxUseBotQueues: z.number(),
  timeUseBotQueues: z.number(),
  timeSendQueue: z.number(),
  sendIdQueue: z.number().nullable(),
  expiresTicket: z.number(),
  whenExpiresTicket: z.number(),
  expiresInactiveMessage: z.string(),
  timeInactiveMessage: z.number(),
  inactiveMessage: z.string(),
  ratingMessage: z.string(),
  expiresTicketNPS: z.number(),
  maxUseBotQueuesNPS: z.number(),
  timeCreateNewTicket: z.number(),
  collectiveVacationStart: z.string().nullable(),
  collectiveVacationEnd: z.string().nullable(),
  collectiveVacationMessage: z.string(),
  schedules: Schedules,
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  /** Goes before the greeting: where it is, its name, `image` or `video`. */
  greetingMediaAttachment: z.string().nullable(),
  greetingMediaName: z.string(),
  greetingMediaKind: z.string(),
});
export type ConnectionRules = z.infer<typeof ConnectionRules>;
export type ConnectionRuleName = keyof typeof connectionRuleFields;
export type ConnectionRuleValues = Pick<ConnectionRules, ConnectionRuleName>;

/** The first day a vacation may name, `YYYY-MM-DD`: ten days before today. */
export function vacationFrom(today: string): string {
  const at = new Date(`${today}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - VACATION_BACK_DAYS);
  return at.toISOString().slice(0, 10);
}

interface Circumstances {
  /** Today where the company is, `YYYY-MM-DD`. */
  today: string;
  /** The company asks for ratings. */
  rates: boolean;
  /** The stored days: one that stays may be long past. */
  before?: Pick<ConnectionRuleValues, "collectiveVacationStart" | "collectiveVacationEnd">;
}
export interface RuleMistake {
  field: ConnectionRuleName;
  message: "required" | "date_range";
}

/** Mistakes: missing or contradicting values, each at its field (docs/product/connections.md#rules). */
export function ruleMistakes(values: ConnectionRuleValues, { today, rates, before }: Circumstances): RuleMistake[] {
  const { collectiveVacationStart: start, collectiveVacationEnd: end } = values;
  const vacation = values.collectiveVacationMessage.trim() !== "";
  const tooOld = (field: "collectiveVacationStart" | "collectiveVacationEnd") =>
    values[field] !== null && values[field] !== before?.[field] && values[field] < vacationFrom(today);
  const checks: [boolean, ConnectionRuleName, RuleMistake["message"]][] = [
    [values.timeSendQueue > 0 && !values.sendIdQueue, "sendIdQueue", "required"],
    [values.timeSendQueue === 0 && Boolean(values.sendIdQueue), "timeSendQueue", "required"],
    [rates && !values.ratingMessage.trim(), "ratingMessage", "required"],
    [rates && values.expiresTicketNPS === 0, "expiresTicketNPS", "required"],
    [vacation && !start, "collectiveVacationStart", "required"],
    [vacation && !end, "collectiveVacationEnd", "required"],
    [tooOld("collectiveVacationStart"), "collectiveVacationStart", "date_range"],
    [tooOld("collectiveVacationEnd") || Boolean(start && end && end < start), "collectiveVacationEnd", "date_range"],
  ];
  return checks.filter(([wrong]) => wrong).map(([, field, message]) => ({ field, message }));
}
