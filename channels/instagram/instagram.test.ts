import { describe, expect, test } from "vitest";
import { conformance, MemoryHost } from "../sdk/conformance.ts";
import { fixtures } from "../meta/fixture-suite.ts";
import { MetaSimulator } from "../meta/simulator/simulator.ts";
import { metaSimulator } from "../meta/simulator/conformance.ts";
import { plugin } from "./mod.ts";

conformance(
  plugin,
  metaSimulator({
    channel: "instagram",
    object: "instagram",
    account: "17841400000000501",
    from: "6400000000000201",
    peer: { identities: [{ kind: "igsid", value: "6400000000000201" }] },
    config: {
      accountId: "17841400000000501",
      pageId: "100200300400501",
      pageToken: "page-token-501",
      name: "padaria.aurora",
    },
    says: ["text", "image", "audio", "video"],
    arrivesAs: { voice: "audio" },
    fate: ["echo"],
  }),
);

fixtures({
  plugin,
  folder: new URL("./fixtures/", import.meta.url),
  account: "instagram_account_id",
  events: {
    "01-text.json": ["501 message text"],
    "02-image-and-voice.json": ["501 message image", "501 message audio"],
    "03-story-reply.json": ["501 message text"],
    "04-story-mention.json": ["501 message image"],
    "05-share-and-reel.json": ["501 message link", "501 message link#1"],
    "06-unsupported-and-ephemeral.json": ["501 message other:unsupported", "501 message other:ephemeral"],
    "07-unsend.json": ["501 remove"],
    "08-echo.json": ["501 message text mine"],
    "09-seen.json": ["501 status 3", "501 watermark 3"],
    "10-reaction.json": ["501 reaction 🔥"],
    "11-postback-icebreaker.json": ["501 message choice"],
    "12-comment-change.json": [],
  },
  also(wanted, event) {
    if (event.kind !== "message") return;
    if (wanted.story) expect(event.origin).toContain(wanted.story);
    if (wanted.payload) expect(event.content).toMatchObject({ payload: wanted.payload });
    if (event.content.type === "media") expect(event.content.media.keep).toBe(false);
  },
});

describe("an Instagram account", () => {
  test("does not connect when it is not behind the page whose token is given", async () => {
    const meta = new MetaSimulator();
    await meta.start();
    const host = new MemoryHost({ env: { META_GRAPH_URL: meta.url, META_GRAPH_VERSION: "v25.0" } });
    const config = {
      accountId: "17841400000000502",
      pageId: "100200300400501",
      pageToken: "page-token-501",
      name: "x",
    };
    const connection = await plugin.connect(config, host);
    await host.reached("DISCONNECTED");
    expect([host.statuses.at(-1)?.reason, host.accounts]).toEqual(["ERR_PROVIDER_AUTH", []]);
    await connection.close();
    host.end();
    await meta.stop();
  });
  test("the manifest does not claim Opus voice notes", () => {
    const types = [...plugin.manifest.media.voice?.types ?? [], ...plugin.manifest.media.audio?.types ?? []];
    expect(types.filter((type) => /ogg|opus|webm/.test(type))).toEqual([]);
  });
  test("Instagram's text limit counts bytes, not characters", () => {
    expect(plugin.manifest.text).toEqual({ max: 1000, unit: "bytes" });
  });
});
