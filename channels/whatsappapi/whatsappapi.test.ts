import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { conformance, MemoryHost } from "../sdk/conformance.ts";
import { fixtures } from "../meta/fixture-suite.ts";
import { MetaSimulator } from "../meta/simulator/simulator.ts";
import { metaSimulator } from "../meta/simulator/conformance.ts";
import { Faults } from "../meta/simulator/state.ts";
import { phone } from "../sdk/phone.ts";
import { plugin } from "./mod.ts";
import { messageBody } from "./outbound.ts";
import { peopleOf } from "./tier.ts";

const config = { phoneNumberId: "400500600700801", wabaId: "300400500600701", accessToken: "token" };
const to = { identities: [{ kind: "phone" as const, value: "5511955550101" }] };

conformance(
  plugin,
  metaSimulator({
    channel: "whatsappapi",
    object: "whatsapp_business_account",
    account: config.phoneNumberId,
    from: "5511955550101",
    peer: to,
    config,
    says: ["text", "image", "audio", "voice", "video", "document", "sticker"],
    fate: ["sent", "delivered"],
  }),
);

fixtures({
  plugin,
  folder: new URL("./fixtures/", import.meta.url),
  account: "phone_number_id",
  events: {
    "01-text.json": ["801 message text"],
    "02-text-username-no-phone.json": ["801 message text"],
    "03-image-caption.json": ["801 message image"],
    "04-voice-audio-video-document-sticker.json": [
      "801 message voice",
      "801 message audio",
      "801 message video",
      "801 message document",
      "801 message sticker",
    ],
    "05-location-contacts.json": ["801 message location", "801 message contacts"],
    "06-interactive-and-button.json": ["801 message choice", "801 message choice", "801 message choice"],
    "07-reaction-add-remove.json": ["801 reaction 👍", "801 reaction null"],
    "08-reply-context.json": ["801 message text"],
    "09-system-number-change.json": ["801 identity"],
    "10-unsupported.json": ["801 message other:poll"],
    "11-statuses-in-order.json": ["801 status 1", "801 status 2", "801 status 3", "801 status 4"],
    "12-status-failed-window.json": ["801 status ERR_REPLY_WINDOW_CLOSED"],
    "13-batch-two-tenants.json": ["801 message text", "801 status 3", "802 message text"],
    "14-edit-and-revoke.json": ["801 edit", "801 remove"],
    "15-smb-echo.json": ["801 message text mine"],
    "16-duplicate-of-01-meta-raw.json": ["801 message text"],
    "17-ninth-digit.json": ["801 message text", "801 message text"],
    "18-template-status.json": ["701 notice message_template_status_update"],
    "19-malformed.json": ["801 message text"],
  },
  unparsed: { "19-malformed.json": 4 },
  also(wanted, event) {
    if (event.kind !== "message") return;
    const { peer: { identities }, content } = event;
    if (wanted.user_id) expect(identities[0]).toEqual({ kind: "bsuid", value: wanted.user_id });
    if (wanted.wa_id === null) expect(identities).toHaveLength(1);
    if (typeof wanted.wa_id === "string") {
      const value = wanted.phone ?? wanted.wa_id;
      const address = value === wanted.wa_id ? {} : { address: wanted.wa_id };
      expect(identities[1]).toEqual({ kind: "phone", value, ...address });
    }
    if (wanted.caption) {
      expect(content).toMatchObject({ caption: wanted.caption, media: { ref: wanted.media, keep: true } });
    }
    if (wanted.filename) expect(content).toMatchObject({ media: { fileName: wanted.filename } });
    if (wanted.forwarded) expect(event.forwarded).toBe(true);
    if (wanted.payload) expect(content).toMatchObject({ payload: wanted.payload });
    if (wanted.quoted) expect(event.quotedId).toBe(wanted.quoted);
  },
});

describe("author and recipient of a message", () => {
  test.each([
    ["551185550104", { kind: "phone", value: "5511985550104", address: "551185550104" }],
    ["5511955550101", { kind: "phone", value: "5511955550101" }],
    ["551155550103", { kind: "phone", value: "551155550103" }],
    ["351912345678", { kind: "phone", value: "351912345678" }],
  ])("%s", (waId, identity) => expect(phone(waId)).toEqual(identity));
  test("the message goes to the phone as WhatsApp writes it, and to the user id when no phone is known", () => {
    const bsuid = { kind: "bsuid" as const, value: "BR.1" };
    const base = { key: "k", text: "oi", human: true };
    expect(messageBody({ ...base, to: { identities: [bsuid, phone("551185550104")] } })).toMatchObject({
      to: "551185550104",
    });
    expect(messageBody({ ...base, to: { identities: [bsuid] } })).toMatchObject({
      recipient: "BR.1",
      biz_opaque_callback_data: "k",
    });
  });
});

describe("a number", () => {
  const meta = new MetaSimulator();
  const around = () => new MemoryHost({ env: { META_APP_ID: "512300000000001", META_GRAPH_URL: meta.url } });
  beforeAll(() => meta.start());
  beforeEach(() => meta.state.reset());
  afterAll(() => meta.stop());

  test("subscribes its business account when it connects, and again when Meta dropped the subscription", async () => {
    const host = around();
    const connection = await plugin.connect(config, host);
    await host.reached("CONNECTED");
    expect([...meta.state.subscribed]).toEqual([config.wabaId]);
    meta.state.subscribed.clear();
    await connection.maintain?.();
    expect([...meta.state.subscribed]).toEqual([config.wabaId]);
    await connection.close();
  });
  test("reports how many people a day it may write to first when Meta tells its tier", async () => {
    const host = around();
    const connection = await plugin.connect(config, host);
    await host.reached("CONNECTED");
    expect(host.events).toEqual([{ kind: "notice", at: expect.any(Number), what: "tier", detail: "1000" }]);
    await connection.close();
  });
  test.each([
    ["TIER_250", "250"],
    ["TIER_100K", "100000"],
    ["TIER_UNLIMITED", "unlimited"],
    ["TIER_NOT_SET", null],
    [undefined, null],
  ])("the tier %s is %s people", (tier, people) => expect(peopleOf(tier)).toBe(people));
  test("disconnects with the reason when its token is dead", async () => {
    const host = around();
    await plugin.connect({ ...config, accessToken: "dead" }, host);
    await host.reached("DISCONNECTED");
    expect(host.statuses).toEqual([{ status: "OPENING" }, { status: "DISCONNECTED", reason: "ERR_PROVIDER_AUTH" }]);
  });
  test.each([
    [131047, "window-closed", "ERR_REPLY_WINDOW_CLOSED"],
    [131026, "rejected", "ERR_RECIPIENT_UNAVAILABLE"],
    [131050, "rejected", "ERR_CONTACT_OPTED_OUT"],
    [131031, "not-connected", "ERR_PROVIDER_REFUSED"],
    [131016, "unreachable", "ERR_PROVIDER_UNREACHABLE"],
    [132001, "rejected", "ERR_TEMPLATE_REFUSED"],
    [131053, "unreachable", "ERR_MEDIA_REFUSED"],
  ])("error %i is %s", async (code, kind, reason) => {
    const connection = await plugin.connect(config, around());
    meta.state.faults = Faults.parse({ error: { code } });
    await expect(connection.send({ key: "k", to, text: "oi", human: true })).rejects.toMatchObject({
      code: kind,
      reason,
    });
    await connection.close();
  });
  test("makes only one customer wait when Meta limits that pair of numbers", async () => {
    const connection = await plugin.connect(config, around());
    meta.state.faults = Faults.parse({ error: { code: 131056 } });
    const sending = connection.send({ key: "k", to, text: "oi", human: true });
    await expect(sending).rejects.toMatchObject({ code: "rate-limited", scope: "recipient", retryAfterMs: 6000 });
    await connection.close();
  });
  const connected = async () => {
    const host = around();
    const connection = await plugin.connect(config, host);
    await host.reached("CONNECTED");
    return connection;
  };
  test("reads every approved text of its account, page after page, and leaves out what it cannot understand", async () => {
    const connection = await connected();
    meta.state.templates.push({ name: "", language: "pt_BR", category: "", status: "", components: [] });
    const found = await connection.templates!();
    expect(found.map(({ name, status }) => [name, status])).toEqual([
      ["pedido_saiu", "APPROVED"],
      ["novidades", "APPROVED"],
      ...["PAUSED", "DISABLED", "PENDING", "REJECTED"].map((status) => [`promo_${status.toLowerCase()}`, status]),
    ]);
    await connection.close();
  });
  const order = (values: string[], name = "pedido_saiu") => ({
    ...{ name, language: "pt_BR" },
    components: values.length ? [{ type: "body", parameters: values.map((text) => ({ type: "text", text })) }] : [],
  });
  const told = { key: "k", to, text: "como o cliente lê", human: true, lastInboundAt: Date.now() - 25 * 3_600_000 };
  test("an approved text goes out when the reply window is closed, and nothing else does", async () => {
    const connection = await connected();
    meta.state.faults = Faults.parse({ windowClosed: true });
    await connection.send({ ...told, template: order(["Ana", "77"]) });
    expect(meta.state.accepted).toMatchObject([{ template: "pedido_saiu", kind: "template" }]);
    await expect(connection.send(told)).rejects.toMatchObject({ reason: "ERR_REPLY_WINDOW_CLOSED" });
    await expect(connection.send({ ...told, lastInboundAt: Date.now() })).rejects.toMatchObject({
      code: "window-closed",
    });
    await connection.close();
  });
  test.each([
    ["without a value", order(["Ana"])],
    ["with one value too many", order(["Ana", "77", "x"])],
    ["that is not there", order([], "nada")],
    ["that is paused", order([], "promo_paused")],
    ["that is disabled", order([], "promo_disabled")],
    ["that is in review", order([], "promo_pending")],
    ["that was rejected", order([], "promo_rejected")],
    ["whose header lacks its picture", order(["Ana"], "novidades")],
  ])("a text %s is refused for good", async (_what, template) => {
    const connection = await connected();
    await expect(connection.send({ ...told, template })).rejects.toMatchObject({
      code: "rejected",
      reason: "ERR_TEMPLATE_REFUSED",
    });
    expect(meta.state.accepted).toHaveLength(0);
    await connection.close();
  });
  test("a header's picture is uploaded and goes with the text", async () => {
    const connection = await connected();
    const bytes = new Uint8Array([1, 2, 3]);
    const media = {
      ...{ kind: "image" as const, mimeType: "image/png", fileName: "pao.png", bytes: bytes.length },
      open: () => Promise.resolve(new Blob([bytes])),
    };
    await connection.send({ ...told, media, template: order(["Ana"], "novidades") } as never);
    expect(meta.state.accepted[0]).toMatchObject({ template: "novidades", file: { mimeType: "image/png" } });
    await connection.close();
  });
  test("passes on reactions and read marks", async () => {
    const connection = await plugin.connect(config, around());
    await connection.react?.(to, "wamid.1", "👍");
    await connection.react?.(to, "wamid.1", null);
    await connection.markRead?.(to, "wamid.1");
    expect(meta.state.actions).toMatchObject([
      { reaction: { message_id: "wamid.1", emoji: "👍" } },
      { reaction: { message_id: "wamid.1", emoji: "" } },
      { status: "read", message_id: "wamid.1" },
    ]);
    await connection.close();
  });
});
