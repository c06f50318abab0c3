// People of a company, with every field and permission flag (docs/product/users-and-rights.md).
import { z } from "zod";
import { endpoint, Id, IdParam, naming, Ok, PageQuery } from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";
import { UserForm, UserUpdate } from "../../contract/rules/user-form.ts";
import { LIST_WIDTH, MAX_LOOK_BYTES } from "../../contract/limits.ts";
import { QueueBadge } from "../queues/contract.ts";

const toggle = z.enum(["enabled", "disabled"]);

export const User = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  email: z.string(),
  profile: z.enum(["admin", "user"]),
  super: z.boolean(),
  startWork: z.string(),
  endWork: z.string(),
  farewellMessage: z.string(),
  whatsappId: z.number().nullable(),
  allTicket: toggle,
  allowGroup: z.boolean(),
  defaultTheme: z.enum(["light", "dark"]),
  defaultMenu: z.enum(["open", "closed"]),
  allHistoric: toggle,
  allUserChat: toggle,
  userClosePendingTicket: toggle,
  showDashboard: toggle,
  allowRealTime: toggle,
  allowConnections: toggle,
  profileImage: z.string().nullable(),
  color: z.string(),
  defaultTicketsManagerWidth: z.number(),
  online: z.boolean(),
  language: z.string(),
  queues: z.array(QueueBadge),
});
export type User = z.infer<typeof User>;
/** What colleagues and dialogs need of a person. */
export const UserBadge = z.object({ id: z.number(), name: z.string(), color: z.string() });
export const Colleague = UserBadge.extend({
  email: z.string(),
  profile: z.enum(["admin", "user"]),
  online: z.boolean(),
  queues: z.array(QueueBadge),
});

/** How somebody likes the app, the same on all of their devices; what was never chosen is left out. */
export const Preferences = z.object({
  density: z.enum(["comfortable", "compact"]),
  /** The size of letters as a share of the usual. */
  textScale: z.number().min(0.5).max(3),
  /** Whether single letters are commands. */
  letterKeys: z.boolean(),
  /** Whether the ticket that waits longest opens after closing one. */
  openNext: z.enum(["yes", "no"]),
  theme: z.enum(["light", "dark"]),
  /** `hidden` once an admin sent the list of first steps away. */
  firstSteps: z.enum(["shown", "hidden"]),
}).partial();
export type Preferences = z.infer<typeof Preferences>;

export const userChanged = changes("company-{id}-user", "user", "userId", Colleague);
/** This person's session was opened elsewhere or ended. */
export const sessionEnded = signal(
  "company-{id}-auth",
  z.object({ action: z.literal("logout"), sessionId: z.string(), reason: z.enum(["elsewhere", "ended", "password"]) }),
  { expired: true },
);
/** This person signs in with another e-mail from now on; `sessionId` is where they changed it, null where an admin did. */
export const emailChanged = signal(
  "company-{id}-email",
  z.object({ action: z.literal("update"), sessionId: z.string().nullable() }),
);
const live = [userChanged] as const;
const errors = [
  "ERR_DUPLICATED_EMAIL",
  "ERR_WEAK_PASSWORD",
  "ERR_NO_QUEUE_FOUND",
  "ERR_NO_WAPP_FOUND",
  "ERR_NO_COMPANY_FOUND",
  "ERR_NO_PERMISSION",
] as const;

export const users = {
  list: endpoint({
    method: "GET",
    path: "/users",
    summary: "People of the company, a page at a time.",
    access: "users:manage",
    live,
    query: PageQuery,
    response: z.object({ users: z.array(User), hasMore: z.boolean(), count: z.number() }),
  }),
  colleagues: endpoint({
    method: "GET",
    path: "/users/list",
    key: "company:read",
    summary: "Everybody a ticket can be given to.",
    access: "user",
    live,
    query: z.object({ companyId: Id("company").optional() }),
    response: z.array(Colleague),
  }),
  show: endpoint({
    method: "GET",
    path: "/users/{id}",
    summary: "One person; a plain user sees only themselves.",
    access: "user",
    params: IdParam("user"),
    response: User,
    errors: ["ERR_NO_USER_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/users",
    summary: "Creates a person.",
    access: "users:manage",
    body: UserForm,
    response: User,
    audit: true,
    errors: [...errors, "ERR_PLAN_LIMIT"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/users/{id}",
    summary:
      "Changes a person. A plain user changes only their own name, e-mail, password, theme, menu, farewell and language.",
    access: "user",
    params: IdParam("user"),
    body: UserUpdate,
    response: User,
    audit: true,
    errors: [...errors, "ERR_NO_USER_FOUND", "ERR_LAST_ADMIN", "ERR_WRONG_PASSWORD"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/users/{id}",
    summary: "Deletes a person; their open tickets wait again.",
    access: "users:manage",
    params: IdParam("user"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_USER_FOUND", "ERR_LAST_ADMIN"],
  }),
  width: endpoint({
    method: "PUT",
    path: "/users/toggleChangeWidht/{id}",
    summary: "Keeps the width of the list pane.",
    access: "user",
    params: IdParam("user"),
    body: z.object({ defaultTicketsManagerWidth: z.coerce.number().int().min(LIST_WIDTH.min).max(LIST_WIDTH.max) }),
    response: User,
    errors: ["ERR_NO_USER_FOUND"],
  }),
  preferences: endpoint({
    method: "PUT",
    path: "/userPreferences",
    summary: "Keeps how one likes the app; what is left out stays.",
    access: "user",
    body: Preferences,
    response: Preferences,
  }),
  endSessions: endpoint({
    method: "DELETE",
    path: "/users/{id}/sessions",
    summary: "Ends all sessions of a person.",
    access: "users:manage",
    params: IdParam("user"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_USER_FOUND"],
  }),
  picture: endpoint({
    method: "POST",
    path: "/users/{id}/media-upload",
    summary: "Sets a person's picture.",
    access: "user",
    params: IdParam("user"),
    upload: "profileImage",
    uploadBytes: MAX_LOOK_BYTES,
    body: z.object({ userId: naming("user", z.string()).optional(), typeArch: z.string().optional() }),
    response: User,
    errors: ["ERR_NO_USER_FOUND", "ERR_UNSUPPORTED_MEDIA", "ERR_NO_PERMISSION", "ERR_DISK_FULL"],
  }),
};
