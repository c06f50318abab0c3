// Who may call what (spec 1 §6, spec 2 §6), written out by hand and never derived from the contracts: a slip in a contract must
// differ from it. ROUTES.md prints it, the wall test holds every call against it, and a call without a cell fails.
import type { Viewer } from "../../contract/permissions.ts";

/** The kinds of people. A flag stands for a plain user who has only that flag. */
export const roles = [
  "anonymous",
  "user",
  "showDashboard",
  "allowRealTime",
  "allowConnections",
  "allUserChat",
  "allTicket",
  "allowGroup",
  "allHistoric",
  "userClosePendingTicket",
  "admin",
  "super",
] as const;
export type Role = typeof roles[number];

/** The columns of app.users behind the flags. */
export const columns: Partial<Record<Role, string>> & Partial<Record<keyof Viewer, string>> = {
  showDashboard: "show_dashboard",
  allowRealTime: "allow_live",
  allowConnections: "allow_connections",
  allUserChat: "all_user_chat",
  allTicket: "all_tickets",
  allowGroup: "allow_groups",
  allHistoric: "all_history",
  userClosePendingTicket: "close_pending",
};

const signedIn = roles.filter((role) => role !== "anonymous");
/** Company admins; the operator is an admin of company 1. */
const admins: readonly Role[] = ["admin", "super"];
const connectionsPeople: readonly Role[] = ["allowConnections", "admin", "super"];
const operators: readonly Role[] = ["super"];

const table: [readonly Role[], string[]][] = [
  [roles, [
    "POST /auth/login",
    "POST /auth/refresh_token",
    "DELETE /auth/logout",
    "POST /auth/signup",
    "GET /version",
    "GET /plans/list",
    "GET /public-settings",
    "GET /public-settings/{key}",
  ]],
  [signedIn, [
    "GET /auth/me",
    "POST /userStatus",
    "GET /companies/{id}",
    "GET /companies/listPlan/{id}",
    "GET /users/list",
    "GET /users/{id}",
    "PUT /users/{id}",
    "PUT /users/toggleChangeWidht/{id}",
    "POST /users/{id}/media-upload",
    "GET /queue",
    "GET /queue/{id}",
    "GET /companySettings/{companyId}",
    "GET /companySettingOne",
    "GET /settings",
    "GET /setting/{key}",
    "GET /whatsapp",
    "GET /whatsapp/filter",
    "GET /channels",
    "GET /contacts",
    "GET /contacts/{id}",
    "POST /contacts",
    "PUT /contacts/{id}",
    "GET /tickets",
    "GET /tickets/counts",
    "GET /tickets/u/{uuid}",
    "POST /tickets",
    "PUT /tickets/{id}",
    "GET /tickets-log/{ticketId}",
    "GET /messages/{ticketId}",
    "POST /messages/{ticketId}",
    "POST /messages/resend/{id}",
    "POST /messages/typing/{ticketId}",
    "POST /messages/edit/{id}",
    "DELETE /messages/{id}",
    "POST /messages/react/{id}",
  ]],
  [admins, [
    "GET /users",
    "POST /users",
    "DELETE /users/{id}",
    "DELETE /users/{id}/sessions",
    "POST /queue",
    "PUT /queue/{id}",
    "DELETE /queue/{id}",
    "PUT /companySettings",
    "DELETE /contacts/{id}",
    "DELETE /tickets/{id}",
    "POST /tickets/closeAll",
  ]],
  [["showDashboard", "allowRealTime", "admin", "super"], ["GET /dashboard"]],
  [connectionsPeople, [
    "GET /whatsapp/{id}",
    "POST /whatsapp",
    "PUT /whatsapp/{id}",
    "DELETE /whatsapp/{id}",
    "POST /whatsappsession/{id}",
    "DELETE /whatsappsession/{id}",
    "POST /whatsapp-restart",
    "GET /facebook/login",
    "POST /facebook",
  ]],
  [operators, [
    "GET /companies",
    "GET /companies/list",
    "GET /companiesPlan",
    "POST /companies",
    "PUT /companies/{id}",
    "DELETE /companies/{id}",
    "GET /plans/all",
    "POST /plans",
    "PUT /plans/{id}",
    "DELETE /plans/{id}",
    "PUT /settings/{key}",
    "POST /version",
  ]],
];

/** Roles that may call, by call (`GET /tickets`). */
export const matrix: ReadonlyMap<string, readonly Role[]> = new Map(
  table.flatMap(([may, calls]) => calls.map((call) => [call, may] as const)),
);

/** The cell as ROUTES.md prints it. */
export function describeRoles(may: readonly Role[] | undefined): string {
  if (!may) return "**no cell**";
  if (may === roles) return "everybody";
  if (may === signedIn) return "signed in";
  return may.join(", ");
}
