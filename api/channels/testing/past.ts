// For tests of the import: a channel that brings the past when it is linked, and old messages to bring.
import type { ChannelPlugin, Connection, MessageEvent, PastPart } from "../../../channels/sdk/mod.ts";
import { manifest as webchat } from "../../../channels/webchat/manifest.ts";
import { manifest as whatsapp } from "../../../channels/whatsapp/manifest.ts";
import { z } from "zod";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import type { Person } from "../../core/testing/api.ts";

export const DAY = 864e5;
export const MINUTE = 60_000;

/** A channel of linked devices; `parts` is what its provider brings along, `asked` which files it was asked for. */
export function linkedPlugin(parts: (past: { from: number; until: number }) => PastPart[] = () => []) {
  const asked: string[] = [];
  const connection: Connection = {
    send: () => Promise.resolve({ externalId: crypto.randomUUID() }),
    media: (ref) => {
      asked.push(ref);
      return Promise.resolve({ mimeType: "text/plain", body: new Blob(["old"]).stream() });
    },
    close: () => Promise.resolve(),
  };
  const plugin = {
    manifest: {
      ...webchat,
      id: "linked",
      name: "Linked",
      connect: "qrcode",
      builtIn: undefined,
      identities: whatsapp.identities,
      abilities: { ...webchat.abilities, groups: true, history: true, link: true, pages: false },
    },
    config: z.object({}),
    accounts: () => [],
    connect: async (_config: unknown, host: Parameters<ChannelPlugin["connect"]>[1]) => {
      if (host.past) { for (const part of parts(host.past)) await host.bringPast(part); }
      return connection;
    },
  } as unknown as ChannelPlugin;
  return { plugin, asked };
}

let serial = 0;
export interface Old extends Partial<MessageEvent> {
  from?: string;
  text?: string;
}
/** A message of a customer, a day ago unless said otherwise. */
export function old({ from = "551199990000", text = "Antiga", ...rest }: Old = {}): MessageEvent {
  return {
    kind: "message",
    peer: { identities: [{ kind: "phone", value: from }], name: `Cliente ${from}` },
    externalId: `OLD${++serial}-${crypto.randomUUID()}`,
    fromMe: false,
    content: { type: "text", text },
    at: Date.now() - DAY,
    ...rest,
  };
}

export interface Wish {
  days?: number;
  until?: Date;
  groups?: boolean;
  close?: boolean;
  queueId?: number | null;
  allowGroups?: boolean;
}
/** A connected line of this person's company that wishes for its past. */
export async function wishingLine(person: Person, wish: Wish = {}): Promise<number> {
  return await inside(person, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.connections (name, channel, token, status, allow_groups, past_from, past_until, past_groups, past_close, past_queue_id, is_default)
      values (${crypto.randomUUID()}, 'linked', ${crypto.randomUUID()}, 'CONNECTED', ${
      wish.allowGroups ?? false
    }, ${new Date(Date.now() - (wish.days ?? 30) * DAY)}, ${wish.until ?? null},
        ${wish.groups ?? false}, ${wish.close ?? false}, ${
      wish.queueId ?? null
    }, not exists (select 1 from app.connections where is_default)) returning id`;
    return row!.id;
  });
}
export function inside<T>(person: Person, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withTenant({ companyId: person.companyId }, work);
}
