// How campaigns of a company are paced, and the variables it has made (docs/product/campaigns.md#pace).
import { z } from "zod";
import { text } from "../endpoint.ts";

export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20, 30, 60, 70, 80, 100, 120] as const;
export const LONGER_AFTER = [0, 5, 10, 15, 20, 30, 40, 50, 60] as const;
export const GREATER_INTERVALS = [0, ...Array.from({ length: 17 }, (_, at) => 20 + at * 10)] as const;
export const DAILY_LIMIT_MAX = 50_000;
export const VARIABLES_MAX = 30;

const among = (choices: readonly number[]) =>
  z.coerce.number().int().refine((value) => choices.includes(value), "invalid");
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time");
const Flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

export const CampaignSettings = z.object({
  /** Seconds between two messages of a campaign on one connection. */
  messageInterval: among(MESSAGE_INTERVALS),
  /** After so many messages the greater interval comes once; 0: never. */
  longerIntervalAfter: among(LONGER_AFTER),
  greaterInterval: among(GREATER_INTERVALS),
  /** Filled in like {nome}. */
  variables: z.array(z.object({
    key: z.string().trim().regex(/^[\p{L}\p{N}_]{1,40}$/u, "characters"),
    value: text(1000),
  })).max(VARIABLES_MAX),
  /** Whether campaigns go out on Saturdays and Sundays. */
  sabado: Flag,
  domingo: Flag,
  /** The company's clock. An end before the start: through the night. Alike: all day. */
  startHour: Clock,
  endHour: Clock,
  /** Messages of all campaigns of the company a day. */
  dailyLimit: z.coerce.number().int().min(1).max(DAILY_LIMIT_MAX),
});
export type CampaignSettings = z.output<typeof CampaignSettings>;

export const initialSettings: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  sabado: false,
  domingo: false,
  startHour: "09:00",
  endHour: "18:00",
  dailyLimit: 1000,
};

/** Settings from rows of keys and JSON; what is missing or no longer allowed has its first value. */
export function settingsOf(rows: readonly { key: string; value: string }[]): CampaignSettings {
  const settings = { ...initialSettings };
  for (const { key, value } of rows) {
    const schema = CampaignSettings.shape[key as keyof CampaignSettings];
    const read = schema?.safeParse(parsed(value));
    if (read?.success) Object.assign(settings, { [key]: read.data });
  }
  return settings;
}
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
