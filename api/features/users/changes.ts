// What a form changes about a person, who may change it, and what follows from it (docs/product/users-and-rights.md#fields).
import type { z } from "zod";
import type { UserUpdate } from "../../contract/rules/user-form.ts";
import type { User } from "./contract.ts";
import type { Patch } from "./queries.ts";

export type Update = z.output<typeof UserUpdate>;
type Field = Exclude<keyof Update, "password" | "passwordMade" | "currentPassword" | "companyId" | "queueIds">;

/** The columns behind the form's fields. */
const columnOf: Record<Field, string> = {
  name: "name",
  email: "email",
  profile: "profile",
  startWork: "start_work",
  endWork: "end_work",
  farewellMessage: "farewell",
  whatsappId: "connection_id",
  allTicket: "all_tickets",
  allowGroup: "allow_groups",
  defaultTheme: "theme",
  defaultMenu: "menu",
  allHistoric: "all_history",
  allUserChat: "all_user_chat",
  userClosePendingTicket: "close_pending",
  showDashboard: "show_dashboard",
  allowRealTime: "allow_live",
  allowConnections: "allow_connections",
  language: "language",
};
/** Fields that people change about themselves without being admins. */
const own: ReadonlySet<string> = new Set<Field>([
  "name",
  "email",
  "farewellMessage",
  "defaultTheme",
  "defaultMenu",
  "language",
]);
/** What decides which calls are allowed and which tickets are seen. */
const rights: ReadonlySet<string> = new Set([
  "profile",
  "queueIds",
  "allTicket",
  "allowGroup",
  "allHistoric",
  "allUserChat",
  "userClosePendingTicket",
  "showDashboard",
  "allowRealTime",
  "allowConnections",
]);

/** The fields whose given value is another than the person's. */
export function changedFields(update: Update, user: User): Set<string> {
  const changed = new Set<string>();
  for (const field of Object.keys(columnOf) as Field[]) {
    if (update[field] !== undefined && update[field] !== user[field]) changed.add(field);
  }
  if (update.queueIds && !sameIds(update.queueIds, user.queues.map((queue) => queue.id))) changed.add("queueIds");
  return changed;
}
export function onlyOwn(changed: ReadonlySet<string>): boolean {
  return [...changed].every((field) => own.has(field));
}
export function touchesRights(changed: ReadonlySet<string>): boolean {
  return [...changed].some((field) => rights.has(field));
}

/** The columns to write: `enabled` and `disabled` are booleans inside. */
export function asColumns(update: Update, fields: Iterable<string> = Object.keys(columnOf)): Patch {
  const patch: Patch = {};
  for (const field of fields) {
    const column = columnOf[field as Field];
    const value = update[field as Field];
    if (column && value !== undefined) {
      patch[column] = value === "enabled" ? true : value === "disabled" ? false : value;
    }
  }
  return patch;
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((id) => right.has(id));
}
