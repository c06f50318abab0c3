import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { conformance, MemoryHost } from "../sdk/conformance.ts";
import type { OutboundMessage } from "../sdk/mod.ts";
import { fixtures } from "../meta/fixture-suite.ts";
import { MetaSimulator } from "../meta/simulator/simulator.ts";
import { metaSimulator } from "../meta/simulator/conformance.ts";
import { Faults } from "../meta/simulator/state.ts";
import { plugin } from "./mod.ts";

conformance(
  plugin,
  metaSimulator({
    channel: "facebook",
    object: "page",
    account: "100200300400501",
    from: "7300000000000101",
    peer: { identities: [{ kind: "psid", value: "7300000000000101" }] },
    config: { pageId: "100200300400501", pageName: "Padaria Aurora", pageToken: "page-token-501" },
    says: ["text", "image", "audio", "video", "document"],
    arrivesAs: { voice: "audio" },
    fate: ["echo"],
  }),
);

fixtures({
  plugin,
  folder: new URL("./fixtures/", import.meta.url),
  account: "facebook_page_id",
  events: {
    "01-text.json": ["501 message text"],
    "02-text-meta-raw.json": ["501 message text"],
    "03-image.json": ["501 message image"],
    "04-video-audio-file.json": [
      "501 message text",
      "501 message video#1",
      "501 message audio#2",
      "501 message document#3",
    ],
    "05-fallback-link.json": ["501 message link"],
    "06-sticker-transition.json": ["501 message sticker"],
    "07-location-legacy.json": ["501 message location"],
    "08-quick-reply-and-reply-to.json": ["501 message choice"],
    "09-postback-get-started.json": ["501 message choice"],
    "10-echo-own-app.json": ["501 message text mine key"],
    "11-echo-page-inbox.json": ["501 message text mine"],
    "12-delivery-read.json": ["501 status 2", "501 status 2", "501 watermark 2", "501 watermark 3"],
    "13-delivery-without-mids.json": ["501 watermark 2"],
    "14-reaction-react-unreact.json": ["501 reaction ❤", "501 reaction null"],
    "15-message-edit.json": ["501 edit"],
    "16-referral-ad.json": ["502 notice referral"],
    "17-batch-two-tenants.json": ["501 message text", "502 message text", "501 message text"],
    "18-duplicate-of-01.json": ["501 message text"],
    "19-unknown-page.json": ["999 message text"],
    "20-standby-handover.json": ["501 message text", "501 notice thread-passed"],
    "21-malformed-structures.json": ["501 message text"],
    "23-changes-feed-comment.json": [],
  },
  unparsed: { "21-malformed-structures.json": 7 },
  also(wanted, event) {
    if (event.kind !== "message") return;
    if (wanted.link) {
      expect(event.content).toMatchObject({
        type: "link",
        text: expect.stringContaining("receita"),
        title: "Bolo de cenoura",
      });
    }
    if (wanted.payload) expect(event.content).toMatchObject({ payload: wanted.payload });
    if (wanted.quoted) expect(event.quotedId).toBe(wanted.quoted);
    if (wanted.ref) expect(event.origin).toContain(wanted.ref);
  },
});

describe("a page", () => {
  const meta = new MetaSimulator();
  const config = { pageId: "100200300400501", pageToken: "page-token-501" };
  const around = () =>
    new MemoryHost({ env: { META_APP_ID: "512300000000001", META_APP_SECRET: "s", META_GRAPH_URL: meta.url }, config });
  const to = { identities: [{ kind: "psid" as const, value: "7300000000000101" }] };
  beforeAll(() => meta.start());
  beforeEach(() => meta.state.reset());
  afterAll(() => meta.stop());

  test("the login finds the pages its person may answer for, follows Meta's list to its end, and subscribes each page", async () => {
    const found = await plugin.login?.accounts({ facebookUserId: "1", facebookUserToken: "short" }, around());
    expect(found?.map(({ channel, name }) => [channel, name])).toEqual([
      ["facebook", "Padaria Aurora"],
      ["facebook", "Oficina Ipê"],
      ["facebook", "Livraria Sol"],
    ]);
    expect([...meta.state.subscribed]).toEqual(["100200300400501", "100200300400502", "100200300400504"]);
    expect(plugin.config.parse(found?.[0]?.config)).toEqual({ ...config, pageName: "Padaria Aurora" });
  });
  test("the login finds the Instagram accounts behind the pages when Instagram is asked for", async () => {
    const found = await plugin.login?.accounts({ facebookUserToken: "short", addInstagram: true }, around());
    const instagram = found?.filter(({ channel }) => channel === "instagram");
    expect(instagram?.[0]).toEqual({
      channel: "instagram",
      name: "padaria.aurora",
      config: {
        accountId: "17841400000000501",
        pageId: "100200300400501",
        pageToken: "page-token-501",
        name: "padaria.aurora",
      },
    });
    expect(instagram).toHaveLength(2);
  });
  test("the login's popup asks for the rights the channels need and comes back to the app", () => {
    const back = "https://inbox.example.com/facebook/callback";
    const env = { META_APP_ID: "77", META_LOGIN_URL: "https://login.test/dialog?v=1" };
    const ask = (query: Record<string, unknown>) =>
      new URL(plugin.login!.address(query, { ...around(), env }, back)).searchParams;
    expect(Object.fromEntries(ask({}))).toMatchObject({
      v: "1",
      client_id: "77",
      redirect_uri: back,
      response_type: "token",
    });
    expect(ask({}).get("scope")).not.toContain("instagram");
    expect(ask({ addInstagram: "true" }).get("scope")).toContain("instagram_manage_messages");
    expect(() => plugin.login!.address({}, { ...around(), env: {} }, back)).toThrow(
      expect.objectContaining({ reason: "ERR_PROVIDER_AUTH" }),
    );
  });
  test("the login is refused when the token has expired or no page is found", async () => {
    await expect(plugin.login?.accounts({ facebookUserToken: "dead" }, around())).rejects.toMatchObject({
      code: "not-connected",
    });
    await expect(plugin.login?.accounts({}, around())).rejects.toMatchObject({ code: "rejected" });
    meta.state.pages = meta.state.pages.filter((page) => !page.tasks.includes("MESSAGING"));
    await expect(plugin.login?.accounts({ facebookUserToken: "short" }, around())).rejects.toMatchObject({
      reason: "ERR_PROVIDER_REFUSED",
    });
  });
  test("the hourly check subscribes the page again when Meta dropped it, and disconnects when the token is dead", async () => {
    const host = around();
    const connection = await plugin.connect(config, host);
    await host.reached("CONNECTED");
    meta.state.subscribed.clear();
    await connection.maintain?.();
    expect([...meta.state.subscribed]).toEqual(["100200300400501"]);
    await connection.close();
    const dying = around();
    await (await plugin.connect({ ...config, pageToken: "dead-token" }, dying)).maintain?.();
    await dying.reached("DISCONNECTED");
    expect(dying.statuses.at(-1)).toEqual({ status: "DISCONNECTED", reason: "ERR_PROVIDER_AUTH" });
  });
  test("the connection disconnects when its token dies during a send", async () => {
    const host = around();
    const connection = await plugin.connect(config, host);
    await host.reached("CONNECTED");
    meta.state.faults = Faults.parse({ error: { code: 190, subcode: 463, status: 401 } });
    const sending = connection.send({ key: "k", to, text: "oi", human: true });
    await expect(sending).rejects.toMatchObject({
      code: "not-connected",
      reason: "ERR_PROVIDER_AUTH",
      maybeSent: false,
    });
    expect(host.statuses.at(-1)).toEqual({ status: "DISCONNECTED", reason: "ERR_PROVIDER_AUTH" });
  });
  test("the page passes on reactions, typing and read marks, and looks up profiles", async () => {
    const connection = await plugin.connect(config, around());
    await connection.react?.(to, "m_1#2", "👍");
    await connection.react?.(to, "m_1", null);
    await connection.typing?.(to, true);
    await connection.markRead?.(to, "m_1");
    expect(meta.state.actions.map((action) => action.sender_action)).toEqual([
      "react",
      "unreact",
      "typing_on",
      "mark_seen",
    ]);
    expect(meta.state.actions[0]).toMatchObject({ payload: { message_id: "m_1", reaction: "👍" } });
    expect(await connection.lookup?.(to)).toMatchObject({ name: "Pessoa 0101" });
    await connection.close();
  });
  test("a file is refused before its upload when Messenger does not take its type, its size or a caption", async () => {
    const connection = await plugin.connect(config, around());
    const media = {
      kind: "image" as const,
      mimeType: "image/png",
      fileName: "a.png",
      bytes: 10,
      open: () => Promise.resolve(new Blob([])),
    };
    const send = (rest: Partial<OutboundMessage>) => connection.send({ key: "k", to, human: true, ...rest });
    await expect(send({ media: { ...media, mimeType: "image/tiff" } })).rejects.toMatchObject({
      reason: "ERR_MEDIA_REFUSED",
    });
    await expect(send({ media: { ...media, bytes: 1e9 } })).rejects.toMatchObject({ reason: "ERR_MEDIA_REFUSED" });
    await expect(send({ media, text: "legenda" })).rejects.toMatchObject({ reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
    await expect(send({ media: { ...media, kind: "sticker" } })).rejects.toMatchObject({
      reason: "ERR_NOT_SUPPORTED_BY_CHANNEL",
    });
    await expect(send({ text: "x", to: { identities: [] } })).rejects.toMatchObject({
      reason: "ERR_WAPP_INVALID_CONTACT",
    });
    expect(meta.state.accepted).toEqual([]);
    await connection.close();
  });
});
