// Who may do what: one table, asked by menu, button and server (docs/product/users-and-rights.md#permissions).
export type Profile = "admin" | "user";
export interface Viewer {
  id: number;
  companyId: number;
  profile: Profile;
  super: boolean;
  showDashboard: boolean;
  allowRealTime: boolean;
  allowConnections: boolean;
  allUserChat: boolean;
  allTicket: boolean;
  allowGroup: boolean;
  allHistoric: boolean;
  userClosePendingTicket: boolean;
  queueIds: number[];
}
type Rule = (v: Viewer) => boolean;
const admin: Rule = (v) => v.profile === "admin";

export const permissions = {
  "super": (v) => v.super,
  "admin": admin,
  "dashboard:view": (v) => admin(v) || v.showDashboard,
  "moments:view": (v) => admin(v) || v.allowRealTime || v.showDashboard,
  "reports:view": (v) => admin(v) || v.showDashboard || v.allowRealTime,
  "drawer-admin-items:view": admin,
  "tickets-manager:showall": (v) => admin(v) || v.allUserChat,
  "tickets-manager:closeAll": admin,
  "tickets-manager:usersFilter": admin,
  "tickets:closePending": (v) => admin(v) || v.userClosePendingTicket || v.showDashboard,
  "tickets:groups": (v) => v.allowGroup,
  "user-modal:editProfile": admin,
  "user-modal:editQueues": admin,
  "users:manage": admin,
  "queues:manage": admin,
  "files:manage": admin,
  "integrations:manage": admin,
  "prompts:manage": admin,
  "settings:manage": admin,
  "ticket-options:deleteTicket": admin,
  "contacts-page:deleteContact": admin,
  "contacts-page:wallet": admin,
  "connections-page:view": (v) => admin(v) || v.allowConnections,
  "connections-page:addConnection": (v) => admin(v) || v.allowConnections,
  "companies:manage": (v) => v.super,
  "plans:manage": (v) => v.super,
  "invoices:view": admin,
  "invoices:manage": (v) => v.super,
} satisfies Record<string, Rule>;
export type Permission = keyof typeof permissions;

/** True if this person may. The only place that decides it. */
export function can(viewer: Viewer, permission: Permission): boolean {
  return permissions[permission](viewer);
}
