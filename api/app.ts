// The list of features, one line each, and what surrounds them: headers, errors, health, documentation, stream, app shell.
import { Hono } from "hono";
import { errors } from "./contract/errors.ts";
import { refuseOldApps } from "./core/http/app-age.ts";
import { type AppFiles, appFiles, serveApp } from "./core/http/app-files.ts";
import { clientAddress } from "./core/http/address.ts";
import { answerError } from "./core/http/errors.ts";
import { tellLeft } from "./core/access/call-limits.ts";
import { securityHeaders } from "./core/http/headers.ts";
import { metrics } from "./core/metrics.ts";
import { mountDocs } from "./core/http/docs-page.ts";
import { openApi } from "./core/http/openapi.ts";
import type { Parts } from "./core/parts.ts";
import type { Api, Variables } from "./core/http/route.ts";
import { openStream } from "./core/live/route.ts";
import { isReady } from "./core/ready.ts";
import { VERSION } from "./version.ts";
import type { ChannelHost } from "./channels/host.ts";
import { mountChannels } from "./channels/mount.ts";
import { mountBrand } from "./core/media/platform-pictures.ts";
import { mountMedia, mountRemoteMedia } from "./core/media/route.ts";
import { assistant } from "./features/assistant/routes.ts";
import { apiKeys } from "./features/api-keys/routes.ts";
import { announcements } from "./features/announcements/routes.ts";
import { campaigns } from "./features/campaigns/routes.ts";
import { chats } from "./features/chats/routes.ts";
import { companies } from "./features/companies/routes.ts";
import { companyExports } from "./features/company-exports/routes.ts";
import { connections } from "./features/connections/routes.ts";
import { contactLists } from "./features/contact-lists/routes.ts";
import { contacts } from "./features/contacts/routes.ts";
import { dashboard } from "./features/dashboard/routes.ts";
import { drafts } from "./features/drafts/routes.ts";
import { factors } from "./features/factors/routes.ts";
import { fileLists } from "./features/file-lists/routes.ts";
import { integrations } from "./features/integrations/routes.ts";
import { helps } from "./features/helps/routes.ts";
import { invitations } from "./features/invitations/routes.ts";
import { mountPaymentCallbacks } from "./features/invoices/charges/callbacks.ts";
import { invoices } from "./features/invoices/routes.ts";
import { kanban } from "./features/kanban/routes.ts";
import { messagesApi } from "./features/messages-api/routes.ts";
import { messages } from "./features/messages/routes.ts";
import { notifications } from "./features/notifications/routes.ts";
import { mountManifest } from "./features/settings/manifest.ts";
import { optOuts } from "./features/opt-outs/routes.ts";
import { overview } from "./features/overview/routes.ts";
import { pace } from "./features/pace/routes.ts";
import { presence } from "./features/presence/routes.ts";
import { plans } from "./features/plans/routes.ts";
import { prompts } from "./features/prompts/routes.ts";
import { quickMessages } from "./features/quick-messages/routes.ts";
import { queues } from "./features/queues/routes.ts";
import { reports } from "./features/reports/routes.ts";
import { schedules } from "./features/schedules/routes.ts";
import { session } from "./features/session/routes.ts";
import { settings } from "./features/settings/routes.ts";
import { support } from "./features/support/routes.ts";
import { sync } from "./features/sync/routes.ts";
import { tags } from "./features/tags/routes.ts";
import { templates } from "./features/templates/routes.ts";
import { ticketNotes } from "./features/ticket-notes/routes.ts";
import { tickets } from "./features/tickets/routes.ts";
import { uploads } from "./features/uploads/routes.ts";
import { webhooks } from "./features/webhooks/routes.ts";
import { users } from "./features/users/routes.ts";

const features = [
  session,
  factors,
  companies,
  companyExports,
  support,
  plans,
  invoices,
  users,
  invitations,
  queues,
  settings,
  connections,
  overview,
  pace,
  contacts,
  kanban,
  tags,
  quickMessages,
  campaigns,
  contactLists,
  optOuts,
  fileLists,
  integrations,
  schedules,
  templates,
  prompts,
  assistant,
  tickets,
  ticketNotes,
  presence,
  messagesApi,
  apiKeys,
  webhooks,
  messages,
  chats,
  announcements,
  helps,
  uploads,
  drafts,
  sync,
  notifications,
  dashboard,
  reports,
];

/** The whole HTTP side of a process. */
export function createApp(given: Parts & { channels: ChannelHost; app?: AppFiles }): Api {
  const parts = { app: appFiles(given.env.DATA_DIR), ...given };
  const http = new Hono<{ Variables: Variables }>();
  const api: Api = { http, endpoints: [] };
  http.onError((error, c) => answerError(error, c));
  http.use("*", securityHeaders(Boolean(parts.env.TLS_CERT) || parts.env.PUBLIC_URL.startsWith("https:")));
  http.use("*", async (c, next) => {
    const peer = (c.env as { remoteAddr?: { hostname?: string } } | undefined)?.remoteAddr?.hostname ?? "127.0.0.1";
    c.set("address", clientAddress(peer, c.req.header("x-forwarded-for") ?? null, parts.env.TRUSTED_PROXIES));
    await next();
  });
  http.use("/api/*", async (c, next) => {
    const end = metrics.requests.startTimer();
    await next();
    // Without what its ids match: `/api/tickets/:id`.
    const path = c.req.routePath.replaceAll("{[0-9]+}", "");
    end({ method: c.req.method, path, status: c.res.status });
    const left = c.get("left");
    if (left) tellLeft(left, c.res.headers);
  });
  http.use("/api/*", refuseOldApps());
  http.get("/healthz", (c) => c.text("ok"));
  http.get("/readyz", async (c) => await isReady() ? c.text("ready") : c.text("not ready", 503));
  // Theirs is an address of its own (`serve-metrics.ts`).
  http.get("/metrics", (c) => c.text("not found", 404));
  http.get("/api/openapi.json", (c) => c.json(openApi(api.endpoints, VERSION, parts.env.PUBLIC_URL)));
  mountDocs(http);
  if (parts.stream) openStream(http, parts.stream);
  for (const mount of features) mount(api, parts);
  mountMedia(http);
  mountRemoteMedia(http);
  mountBrand(http);
  mountManifest(http);
  // Before the channels, whose webhooks have any name.
  mountPaymentCallbacks(http);
  mountChannels(http, parts);
  http.all("/api/*", (c) => c.json({ error: "ERR_NO_ROUTE_FOUND" }, errors.ERR_NO_ROUTE_FOUND));
  serveApp(http, parts.app);
  return api;
}
