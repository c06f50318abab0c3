// The user form's values: from a person, for the two calls, and the rules that differ between them.
import type { z } from "zod";
import { UserForm, UserUpdate } from "../../../api/contract/rules/user-form.ts";
import { type User } from "../../../api/features/users/contract.ts";

/** The password one has is asked for beside one's own new password or e-mail. */
export type Values = z.input<typeof UserForm> & { currentPassword?: string };

/** A new person must have a password; a known one keeps theirs when it is left empty. */
export const schemaFor = (user?: User) =>
  user
    ? UserForm.extend({
      password: UserUpdate.shape.password.unwrap(),
      currentPassword: UserUpdate.shape.currentPassword,
    })
    : UserForm;

/** What the form starts with. */
export function valuesOf(user?: User): Values {
  return {
    name: user?.name ?? "",
    email: user?.email ?? "",
    password: "",
    currentPassword: "",
    profile: user?.profile ?? "user",
    queueIds: user?.queues.map((queue) => queue.id) ?? [],
    startWork: user?.startWork || "00:00",
    endWork: user?.endWork || "23:59",
    farewellMessage: user?.farewellMessage ?? "",
    whatsappId: user?.whatsappId ?? null,
    allTicket: user?.allTicket ?? "disabled",
    allowGroup: user?.allowGroup ?? false,
    defaultTheme: user?.defaultTheme ?? "light",
    defaultMenu: user?.defaultMenu ?? "closed",
    allHistoric: user?.allHistoric ?? "disabled",
    allUserChat: user?.allUserChat ?? "disabled",
    userClosePendingTicket: user?.userClosePendingTicket ?? "enabled",
    showDashboard: user?.showDashboard ?? "disabled",
    allowRealTime: user?.allowRealTime ?? "disabled",
    allowConnections: user?.allowConnections ?? "disabled",
    language: (user?.language as Values["language"]) ?? "pt",
  };
}

/** What a plain user may change of themselves; the server refuses the rest. */
export const ownFields = [
  "name",
  "email",
  "password",
  "currentPassword",
  "defaultTheme",
  "defaultMenu",
  "farewellMessage",
  "language",
] as const;
