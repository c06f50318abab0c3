// What a value must be, by itself and beside the others (docs/product/settings.md#texts-that-switches-need).
import { refuse } from "../../contract/errors.ts";
import {
  type CompanySettingKey,
  companySettings,
  type PlatformSettingKey,
  platformSettings,
} from "../../contract/settings.ts";
import type { CompanyValues } from "./actions.ts";

/** A switch in this position needs its text: [switch, position, text]. */
const needed: readonly [CompanySettingKey, string, CompanySettingKey][] = [
  ["sendMsgTransfTicket", "enabled", "transferMessage"],
  ["sendGreetingAccepted", "enabled", "greetingAcceptedMessage"],
  ["sendQueuePosition", "enabled", "sendQueuePositionMessage"],
  ["acceptCallWhatsapp", "disabled", "AcceptCallWhatsappMessage"],
];

/** Refuses a value of the wrong kind, a switch whose text is empty, and emptying the text of a switch that is on. */
export function checkCompany(key: CompanySettingKey, value: string, now: CompanyValues): void {
  if (!companySettings[key].schema.safeParse(value).success) refuseValue("body.data", "value");
  const next = { ...now, [key]: value };
  for (const [toggle, position, words] of needed) {
    const touched = key === toggle || key === words;
    if (touched && next[toggle] === position && !next[words].trim()) refuseValue("body.data", "required");
  }
}

/** Passwords have 5 to 50 characters, so the operator's minimum lies between. */
export function checkPlatform(key: PlatformSettingKey, value: string): void {
  if (!platformSettings[key].schema.safeParse(value).success) refuseValue("body.value", "value");
  if (key === "minPasswordLength" && (Number(value) < 5 || Number(value) > 50)) refuseValue("body.value", "range");
}

function refuseValue(path: string, message: string): never {
  return refuse("ERR_VALIDATION", { details: [{ path, message }] });
}
