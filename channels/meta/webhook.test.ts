import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messengerReader } from "./messenger/inbound.ts";
import { metaWebhook } from "./webhook.ts";

const webhook = metaWebhook("page", messengerReader({ channel: "facebook", identity: "psid", keepMedia: true }));
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const page = (messaging: unknown[]) => ({ object: "page", entry: [{ id: "9", time: 1795190400000, messaging }] });
const base = { sender: { id: "1" }, recipient: { id: "9" }, timestamp: 1795190400000 };
const eventsOf = (value: unknown) => webhook.parse(bytes(value)).events.map(({ event }) => event);

describe("the shared webhook", () => {
  test("keeps an event as unread when its channel is not loaded", () => {
    const body = { object: "instagram", entry: [{ id: "5", messaging: [{}] }] };
    expect(webhook.parse(bytes(body))).toEqual({
      events: [],
      unparsed: [{ channel: undefined, account: undefined, reason: "no channel reads instagram", raw: body.entry[0] }],
    });
  });
  test("reads the other 999 events when one of a thousand is broken", () => {
    const good = (place: number) => ({ ...base, message: { mid: `m_${place}`, text: "oi" } });
    const messaging = Array.from(
      { length: 1000 },
      (_, place) => place === 500 ? { ...base, message: { mid: 7 } } : good(place),
    );
    const { events, unparsed } = webhook.parse(bytes(page(messaging)));
    expect([events.length, unparsed.length]).toEqual([999, 1]);
    expect(unparsed[0]).toMatchObject({ channel: "facebook", account: "9", reason: "mid: invalid_type" });
  });
  test("answers in its own shape and throws nothing when the body is any JSON", () => {
    const keys = fc.constantFrom(
      "object",
      "entry",
      "id",
      "messaging",
      "message",
      "mid",
      "attachments",
      "sender",
      "timestamp",
      "read",
      "__proto__",
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.jsonValue(),
        fc.dictionary(keys, tie("tree")),
        fc.array(tie("tree"), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        for (
          const body of [value, { object: "page", entry: value }, page([value]), page([{ ...base, message: value }])]
        ) {
          const { events, unparsed } = webhook.parse(bytes(body));
          expect(Array.isArray(events) && Array.isArray(unparsed)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
  test("reads on when the JSON is nested very deep", () => {
    const deep = new TextEncoder().encode(`{"object":"page","entry":${"[".repeat(10_000)}${"]".repeat(10_000)}}`);
    expect(webhook.parse(deep).events).toEqual([]);
  });
});

describe("events of Messenger", () => {
  test("the first attachment gets the plain id when the message has no text", () => {
    const image = { type: "image", payload: { url: "https://x.test/1" } };
    const events = eventsOf(page([{ ...base, message: { mid: "m", attachments: [image, image] } }]));
    expect(events.map((event) => "externalId" in event && event.externalId)).toEqual(["m", "m#1"]);
  });
  test("an event gets its time when the timestamp is in seconds, is text, or is missing", () => {
    const at = (timestamp: unknown) =>
      eventsOf(page([{ ...base, timestamp, message: { mid: "m", text: "a" } }]))[0]?.at;
    expect([at(1795190401), at("1795190401000"), at("x"), at(undefined)]).toEqual([
      1795190401000,
      1795190401000,
      1795190400000,
      1795190400000,
    ]);
  });
  test("a link without an address adds nothing to a text, and becomes a placeholder when it comes alone", () => {
    const fallback = [{ type: "fallback", payload: null, title: "Algo" }];
    expect(eventsOf(page([{ ...base, message: { mid: "m", text: "veja", attachments: fallback } }]))).toHaveLength(1);
    expect(eventsOf(page([{ ...base, message: { mid: "m", attachments: fallback } }]))[0])
      .toMatchObject({ content: { type: "other", what: "fallback", text: "Algo" } });
  });
  test("a policy block and a taken thread become notices, and a visitor without an id gives no event", () => {
    const events = eventsOf(page([
      { recipient: { id: "9" }, timestamp: 1795190400000, policy_enforcement: { action: "block", reason: "spam" } },
      { ...base, take_thread_control: { previous_owner_app_id: null } },
      { ...base, sender: { user_ref: "x" }, message: { mid: "m", text: "a" } },
    ]));
    expect(events).toMatchObject([{ kind: "notice", what: "policy-block", detail: "spam" }, {
      kind: "notice",
      what: "thread-taken",
    }]);
  });
});
