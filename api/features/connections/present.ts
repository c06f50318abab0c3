// What of a connection leaves the server: no secrets, but the links a person can open or paste.
import { z } from "zod";
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import type { Env } from "../../core/env.ts";
import type { ChannelPort } from "../../core/parts.ts";
import type { ChannelInfo } from "../../contract/channel-info.ts";
import type { ConnectionRecord } from "./queries.ts";

export function present(row: ConnectionRecord, companyId: number, parts: { env: Env; channels: ChannelPort }) {
  const { sealed: _, ...rest } = row;
  return { ...rest, provider: "beta" as const, links: linksOf(row, companyId, parts) };
}

function linksOf(row: ConnectionRecord, companyId: number, { env, channels }: { env: Env; channels: ChannelPort }) {
  const plugin = channels.plugins.get(row.channel);
  if (plugin?.manifest.abilities.pages && typeof row.settings.key === "string") {
    return [{ kind: "page" as const, url: `${env.PUBLIC_URL}/chat/${row.settings.key}` }, {
      kind: "script" as const,
      url: `${env.PUBLIC_URL}/chat.js`,
    }];
  }
  return plugin?.webhook
    ? [{ kind: "webhook" as const, url: `${env.PUBLIC_URL}/webhooks/${row.channel}/${companyId}-${row.id}` }]
    : [];
}

/** A channel as the app draws it: everything from its manifest, its form as JSON schema. */
export function describeChannel(plugin: ChannelPlugin, channels: ChannelPort): ChannelInfo {
  const { manifest } = plugin;
  const media = Object.fromEntries(
    Object.entries(manifest.media).map(([kind, rule]) => [kind, { ...rule, types: [...rule.types] }]),
  );
  const answer = Object.fromEntries(
    Object.entries(manifest.login?.answer ?? {}).map(([field, names]) => [field, [...names]]),
  );
  return {
    id: manifest.id,
    name: manifest.name,
    plan: manifest.plan ?? null,
    connect: manifest.connect,
    login: manifest.login ? { ...manifest.login, include: { ...manifest.login.include }, answer } : null,
    builtIn: manifest.builtIn === true,
    identities: manifest.identities.map(({ kind, names }) => ({ kind, names })),
    abilities: { ...manifest.abilities },
    text: { ...manifest.text },
    media,
    replyWindow: manifest.replyWindow ? { ...manifest.replyWindow } : null,
    templates: manifest.templates ?? false,
    paced: manifest.governor?.kind === "pace",
    form: z.toJSONSchema(plugin.config, { io: "input", unrepresentable: "any" }) as Record<string, unknown>,
    locales: channels.locales(manifest.id),
    icon: channels.icon(manifest.id),
  };
}
