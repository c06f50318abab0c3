// An open session over a made-up channel, for tests of what the host does with a plugin.
import { z } from "zod";
import type { ChannelPlugin, Connection, Host, Manifest, OutboundMessage } from "../../../channels/sdk/mod.ts";
import { readConnection } from "../../channels/lines/connections.ts";
import { Session, surroundings } from "../../channels/session.ts";
import { onWake } from "../live/wake.ts";
import type { Person } from "./api.ts";

const IDENTITIES: Manifest["identities"] = [
  { kind: "phone", names: "number", shown: "{value}" },
  { kind: "group", names: "group", shown: "Grupo …{tail}" },
];
const NO_ABILITIES: Manifest["abilities"] = {
  ...{
    begin: false,
    groups: false,
    quote: false,
    edit: false,
    remove: false,
    react: false,
    typing: false,
    markRead: false,
  },
  ...{ location: false, contacts: false, lookup: false, pages: false, forward: false, calls: false },
  ...{ numberCheck: false, history: false, book: false, link: false },
};
export interface FakeLine {
  host: Host;
  /** The requests, in order, with their times (ms of `performance`). */
  sent: { text: string; at: number; to: string }[];
  /** Answers sends from now on; nothing: everything is taken. */
  refuse: ((message: OutboundMessage) => void | Promise<void>) | null;
  close(): Promise<void>;
  wake(): Promise<void>;
}
const lines = new Map<number, FakeLine>();

/** A channel `id` that takes every text. Its connections are opened with `openSession`. */
export function fakeChannel(
  id: string,
  manifest: Partial<Omit<Manifest, "abilities">> & { abilities?: Partial<Manifest["abilities"]> } = {},
  more: Partial<Connection> = {},
): ChannelPlugin {
  return {
    manifest: {
      ...{ id, name: id, connect: "form", text: { max: 4096, unit: "characters" }, media: {}, replyWindow: null },
      ...{ correlation: "chosen", identities: IDENTITIES, env: [], ...manifest },
      abilities: { ...NO_ABILITIES, ...manifest.abilities },
    } as Manifest,
    config: z.object({}),
    accounts: () => [],
    connect: (_config, host) => {
      const line: FakeLine = { host, sent: [], refuse: null, close: async () => {}, wake: async () => {} };
      opening?.(line);
      return Promise.resolve({
        send: async (message) => {
          await line.refuse?.(message);
          line.sent.push({
            text: message.text ?? "",
            at: performance.now(),
            to: message.to.identities[0]?.value ?? "",
          });
          return { externalId: `x-${message.key}` };
        },
        media: () => Promise.reject(new Error("There are no files here.")),
        close: () => Promise.resolve(),
        ...more,
      });
    },
  };
}
let opening: ((line: FakeLine) => void) | null = null;

/** Opens a connection's session in this process, without a lease; wake-ups for it arrive. */
export async function openSession(person: Person, connectionId: number, plugin: ChannelPlugin): Promise<FakeLine> {
  const row = (await readConnection(person.companyId, connectionId))!;
  const lease = { companyId: person.companyId, connectionId, fence: 1 };
  let line: FakeLine | undefined;
  opening = (made) => line = made;
  const session = new Session(
    plugin,
    row,
    { lease, held: () => true },
    surroundings(plugin, {}, { origins: [], allow: [] }),
    crypto.randomUUID(),
    { pass: () => {} },
  );
  await session.opened;
  line!.close = async () => {
    lines.delete(connectionId);
    await session.close("now");
  };
  line!.wake = () => session.wake();
  lines.set(connectionId, line!);
  onWake((_, id) => void lines.get(id)?.wake().catch(() => {}));
  return line!;
}
