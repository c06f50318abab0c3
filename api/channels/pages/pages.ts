// The public pages of channels: mounted below the paths they name, each request led to its connection.
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import { platform } from "../../../db/tenant.ts";
import type { Parts } from "../../core/parts.ts";
import type { Api } from "../../core/http/route.ts";
import { readConnection } from "../lines/connections.ts";
import { ownerOf } from "../../features/connections/accounts.ts";
import type { ChannelHost } from "../host.ts";
import { pageHost, type PageSurroundings } from "./host.ts";

/** A connection that was changed, stopped or deleted is noticed this soon; until then a page's request reads nothing twice. */
const HOST_CACHE_MS = 5_000;
const MAX_HOSTS = 1_000;

/** Mounts the pages of every plugin that has some. */
export function servePages(http: Api["http"], parts: Parts & { channels: ChannelHost }): void {
  for (const plugin of parts.channels.plugins.values()) {
    if (!plugin.pages) continue;
    const around = { ...parts.channels.around(plugin), stream: parts.stream };
    const find = finder(plugin, around);
    for (const path of plugin.pages.paths) {
      for (const below of [path, `${path}/*`]) {
        http.all(below, async (c) => await plugin.pages!.handle(c.req.raw, find, c.get("address")));
      }
    }
  }
}

function finder(plugin: ChannelPlugin, around: PageSurroundings) {
  type Found = ReturnType<typeof pageHost>;
  const hosts = new Map<string, { at: number; host: Found | null }>();
  return async (key: string): Promise<Found | null> => {
    const known = hosts.get(key);
    if (known && Date.now() - known.at < HOST_CACHE_MS) return known.host;
    const row = await lookUp(plugin.manifest.id, key);
    const before = known?.host;
    // The same connection keeps its host, and with it what the plugin remembers of it.
    const host = row && (before?.serves(row) ? before : pageHost(around, row));
    if (hosts.size >= MAX_HOSTS && !hosts.has(key)) hosts.clear();
    hosts.set(key, { at: Date.now(), host });
    return host;
  };
}

/** The connection behind a page's key, unless a person disconnected it or the company was stopped. */
async function lookUp(channel: string, key: string) {
  const owner = await ownerOf(channel, key);
  if (!owner) return null;
  const [open] = await platform()`
    select 1 from app.connections c join app.companies o on o.id = c.company_id
    where c.company_id = ${owner.companyId} and c.id = ${owner.connectionId} and c.wanted and o.active`;
  return open ? await readConnection(owner.companyId, owner.connectionId) ?? null : null;
}
