// A channel for tests of the host: it opens nothing, but says how many lines of a connection are open at once.
import { type ChannelPlugin, type Host, type Manifest, type OutboundMessage } from "../../../channels/sdk/mod.ts";
import { z } from "zod";
import { asPlatform, withTenant } from "../../../db/tenant.ts";

export interface Probe {
  plugin: ChannelPlugin;
  /** Hosts of lines that are open now, oldest first. */
  open: Host[];
  /** The most that were open at the same time. */
  most: () => number;
  /** How many lines were ever opened. */
  opened: () => number;
  sent: OutboundMessage[];
}

/** A linked channel whose id no other test has. `slow`: ms that connecting, and closing, takes. */
export function probe(id: string, slow = 0): Probe {
  const open: Host[] = [];
  const sent: OutboundMessage[] = [];
  let most = 0;
  let opened = 0;
  const wait = () => new Promise((resolve) => setTimeout(resolve, slow));
  const abilities = { pages: false, link: true } as Manifest["abilities"];
  const plugin: ChannelPlugin = {
    manifest: {
      id,
      name: id,
      connect: "qrcode",
      abilities,
      identities: [],
      media: {},
      env: [],
      correlation: "chosen",
    } as unknown as Manifest,
    config: z.object({}),
    accounts: () => [],
    async connect(_config, host) {
      // Its socket is there from the first moment, as a real one's is.
      open.push(host);
      opened++;
      most = Math.max(most, open.length);
      await wait();
      await host.status("CONNECTED");
      return {
        send: (message) => (sent.push(message), Promise.resolve({ externalId: message.key })),
        media: () => Promise.reject(new Error("none")),
        close: async () => {
          await wait();
          if (open.includes(host)) open.splice(open.indexOf(host), 1);
        },
      };
    },
  };
  return { plugin, open, most: () => most, opened: () => opened, sent };
}

/** A company with one wanted connection of a channel. */
export async function place(
  channel: string,
  columns: Record<string, string | boolean | Date> = {},
): Promise<{ companyId: number; id: number }> {
  const name = crypto.randomUUID();
  const companyId = await asPlatform(async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      with p as (insert into app.plans (name, users, connections, queues, flags, is_public) values (${name}, 9, 9, 9, '{}', false) returning id)
      insert into app.companies (name, plan_id, due_at) select ${name}, p.id, now() + interval '9 days' from p returning id`;
    return row!.id;
  });
  return await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.connections ${
      tx({ company_id: companyId, name, channel, token: name, status: "OPENING", ...columns })
    } returning id`;
    return { companyId, id: row!.id };
  });
}
