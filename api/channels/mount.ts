// The channels' HTTP side: webhooks of providers, public pages of channels that have them.
import type { Api } from "../core/http/route.ts";
import type { Parts } from "../core/parts.ts";
import type { ChannelHost } from "./host.ts";
import { servePages } from "./pages/pages.ts";
import { mountWebhooks } from "./inbound/webhooks.ts";

export function mountChannels(http: Api["http"], parts: Parts & { channels: ChannelHost }): void {
  mountWebhooks(http, parts.channels.plugins, parts.env);
  servePages(http, parts);
}
