// What the operator sets for the whole platform, in groups (docs/product/settings.md#platform). Each has its words under `option.<name>`:
// `label`, `hint`, and `range` where a number is out of its bounds.
import type { PlatformSettingKey } from "../../../api/contract/settings.ts";

export type PlatformChoice =
  & { name: PlatformSettingKey }
  & (
    /** On or off. */
    | { kind: "switch" }
    /** A whole number between two. */
    | { kind: "number"; min: number; max: number }
    /** Digits with the country's code; signs that people type between them are left out. */
    | { kind: "phone" }
  );

export const platformGroups: readonly { name: string; choices: readonly PlatformChoice[] }[] = [
  {
    name: "people",
    choices: [
      { name: "userCreation", kind: "switch" },
      { name: "minPasswordLength", kind: "number", min: 5, max: 50 },
      { name: "supportNumber", kind: "phone" },
    ],
  },
  { name: "tickets", choices: [{ name: "ticketExpireHours", kind: "number", min: 0, max: 9999 }] },
  {
    name: "billing",
    choices: [
      { name: "invoiceDays", kind: "number", min: 1, max: 59 },
      { name: "suspendDays", kind: "number", min: 0, max: 299 },
    ],
  },
];
