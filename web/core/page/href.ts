// Every address of the app. The only way to make a link: a path that changes, changes here.
import { fillPath } from "../../../api/contract/endpoint.ts";

export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  expired: "/financeiro-aberto",
  tickets: "/tickets",
  ticket: "/tickets/{uuid}",
  contacts: "/contacts",
  contactsImport: "/contacts/import",
  reports: "/reports",
  moments: "/moments",
  connections: "/connections",
  queues: "/queues",
  users: "/users",
  tags: "/tags",
  quickMessages: "/quick-messages",
  settings: "/settings",
  settingsHours: "/settings/hours",
  settingsDevices: "/settings/devices",
  brand: "/settings/brand",
  share: "/share",
  facebookCallback: "/facebook/callback",
} as const;
export type PathName = keyof typeof paths;

/** `href("ticket", { uuid })` is `/tickets/…`. */
export function href(name: PathName, params?: Record<string, string | number>): string {
  return fillPath(paths[name], params);
}
