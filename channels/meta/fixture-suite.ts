// Runs recorded webhook bodies through a channel's webhook and compares with what their index promises. For the three channels' tests.
import { describe, expect, test } from "vitest";
import type { ChannelPlugin, InboundEvent, RoutedEvent } from "../sdk/mod.ts";
import { SIGNATURE_HEADER } from "./signature.ts";

interface Expectation {
  kind: string;
  tenant: string;
  [field: string]: unknown;
}
interface Index {
  app_secret: string;
  verify_token: string;
  tenants: Record<string, string>[];
  files: Record<string, { description: string; signature: string; expect: Expectation[] }>;
}
type Message = Extract<InboundEvent, { kind: "message" }>;

/** An event in one line, short enough to list a file's events beside its name. */
export function summary({ account, event }: RoutedEvent): string {
  const head = `${account.slice(-3)} ${event.kind}`;
  switch (event.kind) {
    case "message": {
      const { content } = event;
      const what = content.type === "media"
        ? content.media.kind
        : content.type === "other"
        ? `other:${content.what}`
        : content.type;
      const part = /#\d+$/.exec(event.externalId)?.[0] ?? "";
      return `${head} ${what}${part}${event.fromMe ? " mine" : ""}${event.key ? " key" : ""}`;
    }
    case "status":
      return `${head} ${event.error?.reason ?? event.ack}`;
    case "watermark":
      return `${head} ${event.ack}`;
    case "reaction":
      return `${head} ${event.emoji}`;
    case "notice":
      return `${head} ${event.what}`;
    default:
      return head;
  }
}

const contents: Record<string, (event: Message) => boolean> = {
  "message.text": ({ content }) => ["text", "link", "choice"].includes(content.type),
  "message.mixed": ({ content }) => content.type === "text",
  "message.share": ({ content }) => content.type === "link",
  "message.contact": ({ content }) => content.type === "contacts",
  "message.location": ({ content }) => content.type === "location",
  "message.interactive": ({ content }) => content.type === "choice",
  "message.button": ({ content }) => content.type === "choice",
  "message.unsupported": ({ content }) => content.type === "other",
  "message.story_mention": ({ content }) => content.type === "media" && !content.media.keep,
  postback: ({ content }) => content.type === "choice",
  "echo.own": ({ fromMe, key }) => fromMe && key !== undefined,
  "echo.external": ({ fromMe, key }) => fromMe && key === undefined,
  duplicate: () => true,
};
const acks: Record<string, number> = { delivered: 2, read: 3, played: 4 };

/** Whether an event is what an expectation says, as far as it says it. */
function fits(wanted: Expectation, event: InboundEvent): boolean {
  const { kind, mid, of, target } = wanted;
  if (event.kind === "message") {
    if (event.externalId !== (mid ?? of)) return false;
    if (wanted.direction && (wanted.direction === "out") !== event.fromMe) return false;
    const media = kind.replace("message.", "");
    return contents[kind]?.(event) ?? (event.content.type === "media" && event.content.media.kind === media);
  }
  const kinds: Record<string, () => boolean> = {
    "message.edit": () => event.kind === "edit" && event.targetId === target,
    "message.deleted": () => event.kind === "remove" && event.targetId === target,
    "reaction.add": () => event.kind === "reaction" && event.targetId === target && event.emoji === wanted.emoji,
    "reaction.remove": () => event.kind === "reaction" && event.targetId === target && event.emoji === null,
    delivery: () => event.kind === "watermark" && event.ack === 2 && event.upTo === wanted.watermark,
    read: () =>
      target
        ? event.kind === "status" && event.ack === 3 && event.externalId === target
        : event.kind === "watermark" && event.ack === 3 && event.upTo === wanted.watermark,
    status: () =>
      event.kind === "status" && event.externalId === target &&
      (wanted.final === "failed"
        ? event.error?.detail?.startsWith(String(wanted.code)) === true
        : event.ack === acks[String(wanted.final)]),
    "status.duplicate": () => event.kind === "status",
    "system.number_changed": () =>
      event.kind === "identity" && event.from.value === wanted.frm && event.to.value === wanted.to,
    referral: () => event.kind === "notice" && event.detail?.includes(String(wanted.ref)) === true,
    handover: () => event.kind === "notice" && event.what === "thread-passed",
    "template.status": () =>
      event.kind === "notice" && event.detail?.includes(`${wanted.name} · ${wanted.status}`) === true,
  };
  return kinds[kind]?.() ?? false;
}

export interface FixtureSuite {
  plugin: ChannelPlugin<never>;
  folder: URL;
  /** The tenant's field of the index that holds the account of routed events. */
  account: string;
  /** Exactly the events of each file, in order, as `summary` writes them. */
  events: Record<string, string[]>;
  /** How many parts of a file are unreadable; none when missing. */
  unparsed?: Record<string, number>;
  /** What the index says in fields of its own. */
  also?: (wanted: Expectation, event: InboundEvent) => void;
}

/** Declares one test per file of the folder's index. */
export function fixtures({ plugin, folder, account, events, unparsed = {}, also }: FixtureSuite): void {
  const index = JSON.parse(Deno.readTextFileSync(new URL("index.json", folder))) as Index;
  const secrets = { appSecrets: [index.app_secret], verifyTokens: [index.verify_token] };
  const accountsOf = (tenant: string) => index.tenants.find((one) => one.tenant === tenant) ?? {};

  describe("recorded webhooks", () => {
    test.each(Object.entries(index.files).map(([file, entry]) => [file, entry.description, entry] as const))(
      "%s: %s",
      async (file, _description, { signature, expect: wanted }) => {
        const body = await Deno.readFile(new URL(file, folder));
        expect(await plugin.webhook?.verify(new Headers({ [SIGNATURE_HEADER]: signature }), body, secrets)).toBe(true);
        if (wanted.some(({ kind }) => kind === "rejected")) {
          expect(() => plugin.webhook?.parse(body)).toThrow(SyntaxError);
          return;
        }
        const parsed = plugin.webhook?.parse(body) ?? { events: [], unparsed: [] };
        expect(parsed.events.map(summary)).toEqual(events[file]);
        expect(parsed.unparsed).toHaveLength(unparsed[file] ?? 0);
        for (const one of wanted) {
          if (one.kind === "ignored") continue;
          const found = parsed.events.find(({ event }) => fits(one, event));
          expect(found?.event, JSON.stringify(one)).toBeDefined();
          // Notices about templates name the business account; everything else the connection's own id.
          const owner = one.kind === "template.status" ? "waba_id" : account;
          expect(found?.account).toBe(accountsOf(one.tenant)[owner]);
          if (found) also?.(one, found.event);
        }
      },
    );
  });
}
