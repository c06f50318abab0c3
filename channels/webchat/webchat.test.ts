import { beforeEach, describe, expect, test } from "vitest";
import { conformance, MemoryHost } from "../sdk/conformance.ts";
import { isMessage } from "../sdk/memory-host.ts";
import type { PageHost } from "../sdk/mod.ts";
import { plugin } from "./mod.ts";
import { config } from "./manifest.ts";
import { browser, saying, sending, WebchatSimulator } from "./simulator.ts";
import { rich } from "./testing.ts";
import type { WireMessage } from "./wire.ts";

conformance(plugin, new WebchatSimulator());

const PAGE = "/chat/visitor-page";
const key = () => crypto.randomUUID();
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe("a visitor", () => {
  let host: MemoryHost;
  let ask: ReturnType<typeof browser>;
  const enter = async (body: Record<string, unknown> = {}, token: string | null = null): Promise<string> =>
    (await (await ask(`${PAGE}/session`, saying(token, body))).json()).token;
  const messages = async (token: string): Promise<WireMessage[]> =>
    (await (await ask(`${PAGE}/messages`, bearer(token))).json()).messages;
  const received = () => host.events.filter(isMessage);
  const answered = async (text: string, media?: File) => {
    const to = received()[0]!.peer;
    const file = media && {
      kind: "document" as const,
      mimeType: media.type,
      fileName: media.name,
      bytes: media.size,
      open: () => Promise.resolve(media),
    };
    const id = key();
    await host.sent({ key: id, to, text, human: true, media: file }, id);
    return id;
  };

  beforeEach(() => {
    host = new MemoryHost({ config: { key: "visitor-page", title: "Padaria Aurora" } });
    ask = browser(host);
  });

  test("writes, and finds the conversation again", async () => {
    const token = await enter({ name: "Ana Souza" });
    const id = key();
    expect((await ask(`${PAGE}/messages`, saying(token, { key: id, text: "Oi 👋" }))).status).toBe(200);
    expect(received()[0]).toMatchObject({ fromMe: false, peer: { name: "Ana Souza" }, content: { text: "Oi 👋" } });
    expect(await messages(token)).toMatchObject([{ key: id, mine: true, text: "Oi 👋" }]);
  });
  test("sends one message with one id when the same key comes twice", async () => {
    const token = await enter();
    const sent = saying(token, { key: key(), text: "uma vez" });
    const [first, second] = [await ask(`${PAGE}/messages`, sent), await ask(`${PAGE}/messages`, sent)];
    expect((await first.json()).id).toBe((await second.json()).id);
    expect(await messages(token)).toHaveLength(1);
  });
  test("stores a file once when its upload comes twice", async () => {
    const token = await enter();
    const file = new File(["abc"], "a.txt", { type: "text/plain" });
    const sent = key();
    for (let round = 0; round < 2; round++) {
      expect((await ask(`${PAGE}/files`, sending(token, sent, file))).status).toBe(200);
    }
    expect(received()).toHaveLength(1);
  });
  test("keeps their id when they give a name later", async () => {
    const token = await enter();
    await ask(`${PAGE}/messages`, saying(token, { key: key(), text: "um" }));
    const named = await enter({ name: "Bia" }, token);
    await ask(`${PAGE}/messages`, saying(named, { key: key(), text: "dois" }));
    expect(received().map(({ peer }) => peer.identities[0]?.value)).toHaveLength(2);
    expect(new Set(received().map(({ peer }) => peer.identities[0]?.value)).size).toBe(1);
    expect(received()[1]?.peer.name).toBe("Bia");
  });
  test("sees nothing of another visitor's conversation", async () => {
    const [ana, eva] = [await enter(), await enter()];
    await ask(`${PAGE}/files`, sending(ana, key(), new File(["secret"], "s.txt", { type: "text/plain" })));
    const url = (await messages(ana))[0]?.media?.url ?? "";
    expect(await (await ask(url, bearer(ana))).text()).toBe("secret");
    expect((await ask(url, bearer(eva))).status).toBe(404);
    expect((await ask(url)).status).toBe(401);
    expect(await messages(eva)).toEqual([]);
    const id = await answered("para Ana");
    await ask(`${PAGE}/seen`, saying(eva, { ids: [id], read: true }));
    expect(host.events.filter((event) => event.kind === "status")).toEqual([]);
    await ask(`${PAGE}/seen`, saying(ana, { ids: [id], read: true }));
    expect(host.events.at(-1)).toMatchObject({ kind: "status", externalId: id, key: id, ack: 3 });
  });
  test("is refused when the token is another connection's, changed or too old", async () => {
    const token = await enter();
    const other = browser(new MemoryHost());
    expect((await other(`${PAGE}/messages`, bearer(token))).status).toBe(401);
    for (let at = 3; at < token.length; at += 7) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect((await ask(`${PAGE}/messages`, bearer(changed))).status).toBe(401);
    }
    host.clock.now = () => Date.now() + 400 * 86_400_000;
    expect((await ask(`${PAGE}/messages`, bearer(token))).status).toBe(401);
  });
  test("gets answers live when the page listens", async () => {
    const token = await enter();
    await ask(`${PAGE}/messages`, saying(token, { key: key(), text: "oi" }));
    const stream = await ask(`${PAGE}/events`, bearer(token));
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain("event: hello");
    const id = await answered("Bom dia!");
    const told = (await reader.read()).value ?? "";
    expect(JSON.parse(told.split("data: ")[1] ?? "")).toMatchObject({ id, mine: false, text: "Bom dia!" });
    await reader.cancel();
  });
  test("loses the stream when the page does not read, and gets no more streams than the limit", async () => {
    const token = await enter();
    await ask(`${PAGE}/messages`, saying(token, { key: key(), text: "oi" }));
    const open = [];
    for (let round = 0; round < 6; round++) open.push(await ask(`${PAGE}/events`, bearer(token)));
    expect((await ask(`${PAGE}/events`, bearer(token))).status).toBe(429);
    for (let round = 0; round < 12; round++) await answered("x".repeat(100_000));
    expect((await ask(`${PAGE}/events`, bearer(token))).status).toBe(200);
    await expect((async () => {
      for await (const _ of open[0]!.body!);
    })()).rejects.toThrow();
  });

  test("gets 429 with a time to wait when messages, sessions or files come too fast", async () => {
    const used = new Map<string, number>();
    const allow: PageHost["allow"] = (what, who, most) => {
      const count = (used.get(what + who) ?? 0) + 1;
      used.set(what + who, count);
      return count <= most;
    };
    Object.assign(host, { allow });
    const token = await enter();
    const statuses: number[] = [];
    for (let round = 0; round < 22; round++) {
      const answer = await ask(`${PAGE}/messages`, saying(token, { key: key(), text: "oi" }));
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    for (let round = 0; round < 12; round++) statuses.push((await ask(`${PAGE}/session`, saying(null, {}))).status);
    expect(statuses.at(-1)).toBe(429);
    const file = new File(["x"], "x.txt");
    for (let round = 0; round < 7; round++) {
      statuses.push((await ask(`${PAGE}/files`, sending(token, key(), file))).status);
    }
    expect(statuses.slice(-7)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  test("gets the fitting error code when the input is bad", async () => {
    const token = await enter();
    const good = { key: key(), text: "oi" };
    const raw = (body: BodyInit, type = "application/json", method = "POST") => ({
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
    const bad: [string, RequestInit | undefined, number, string][] = [
      ["/messages", saying(token, { ...good, text: "a\u0000b" }), 400, "ERR_VALIDATION"],
      ["/messages", raw('{"key":"' + key() + '","text":"\\ud800"}'), 400, "ERR_VALIDATION"],
      ["/messages", saying(token, { ...good, text: " \n " }), 400, "ERR_VALIDATION"],
      ["/messages", saying(token, { ...good, text: "x".repeat(4097) }), 400, "ERR_VALIDATION"],
      ["/messages", saying(token, { ...good, key: "1" }), 400, "ERR_VALIDATION"],
      ["/messages", saying(token, [good]), 400, "ERR_VALIDATION"],
      ["/messages", saying(token, null), 400, "ERR_VALIDATION"],
      ["/messages", raw("{"), 400, "ERR_BAD_REQUEST"],
      ["/messages", raw(new Uint8Array([0xff, 0xfe])), 400, "ERR_BAD_REQUEST"],
      ["/messages", raw("[".repeat(10_000)), 400, "ERR_BAD_REQUEST"],
      ["/messages", raw(JSON.stringify(good), "text/plain"), 415, "ERR_UNSUPPORTED_MEDIA"],
      ["/messages", raw(" ".repeat(40_000)), 413, "ERR_BODY_TOO_LARGE"],
      ["/messages", saying("v1.e30.x", good), 401, "ERR_INVALID_TOKEN"],
      ["/messages", saying(null, good), 401, "ERR_INVALID_TOKEN"],
      ["/messages?before=%00", bearer(token), 400, "ERR_VALIDATION"],
      ["/files", raw("x", "multipart/form-data; boundary=a"), 400, "ERR_BAD_REQUEST"],
      ["/files", raw("x", "multipart/form-data"), 400, "ERR_BAD_REQUEST"],
      ["/files", raw(JSON.stringify(good)), 415, "ERR_UNSUPPORTED_MEDIA"],
      ["/files", sending(token, "no-key", new File(["x"], "x")), 400, "ERR_VALIDATION"],
      ["/files", sending(token, key(), new File([], "x")), 400, "ERR_VALIDATION"],
      ["/files", sending(token, key(), new File([new Uint8Array(26 << 20)], "x")), 413, "ERR_BODY_TOO_LARGE"],
      ["/seen", saying(token, { ids: Array(101).fill("x") }), 400, "ERR_VALIDATION"],
      ["/seen", saying(token, { ids: [{}] }), 400, "ERR_VALIDATION"],
      ["/typing", saying(token, { on: "yes" }), 400, "ERR_VALIDATION"],
      ["/session", saying(null, { name: "x".repeat(81) }), 400, "ERR_VALIDATION"],
      ["/media/%2e%2e%2fsecret", bearer(token), 404, "ERR_NO_MEDIA_FOUND"],
      ["/media/%ff", bearer(token), 404, "ERR_NO_MEDIA_FOUND"],
      ["/constructor", undefined, 404, "ERR_NO_ROUTE_FOUND"],
      ["/manifest.ts", undefined, 404, "ERR_NO_ROUTE_FOUND"],
      ["/texts/de.json", undefined, 404, "ERR_NO_ROUTE_FOUND"],
      ["/messages", { method: "DELETE" }, 404, "ERR_NO_ROUTE_FOUND"],
    ];
    for (const [path, init, status, code] of bad) {
      const answer = await ask(PAGE + path, init);
      expect([path, answer.status, await answer.json()]).toEqual([path, status, { error: code }]);
    }
    expect((await ask("/chat/another-page/messages", bearer(token))).status).toBe(404);
    expect((await ask("/chat/another-page")).status).toBe(404);
    expect(received()).toEqual([]);
  });
});

describe("the page", () => {
  const show = async (settings: Record<string, unknown>) => {
    const answer = await browser(new MemoryHost({ config: { key: "visitor-page", ...settings } }))(PAGE);
    return { policy: answer.headers.get("content-security-policy") ?? "", text: await answer.text() };
  };

  test("runs only this server's scripts, and lets only allowed sites frame it", async () => {
    expect((await show({})).policy).toContain("frame-ancestors 'self';");
    const { policy } = await show({ allowedOrigins: ["https://loja.example", "https://*.loja.example:8443"] });
    expect(policy).toContain("frame-ancestors 'self' https://loja.example https://*.loja.example:8443;");
    expect(policy).not.toContain("unsafe");
  });
  test("stays intact when a setting holds markup or policy directives", async () => {
    const title = `"><script>alert(1)</script>'`;
    const { text } = await show({ title, greeting: title });
    expect(text).not.toContain("<script>");
    expect(text).not.toContain(title);
    for (
      const origin of [
        "*",
        "'none'",
        "https://a.example; script-src *",
        "https://a.example https://b.example",
        "javascript:x",
      ]
    ) {
      expect(config.safeParse({ key: "visitor-page", allowedOrigins: [origin] }).success).toBe(false);
    }
    expect(config.safeParse({ key: "../x" }).success).toBe(false);
  });
  test("gets every part it names, and a 304 when the part is unchanged", async () => {
    const ask = browser(new MemoryHost({ config: { key: "visitor-page" } }));
    const { text } = await show({});
    const named = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path ?? "");
    const paths = [...named, "/chat.js", ...["pt", "en", "es", "tr"].map((one) => `${PAGE}/texts/${one}.json`)];
    for await (const { name } of Deno.readDir(new URL("page/", import.meta.url))) {
      if (name !== "embed.js") paths.push(`${PAGE}/${name}`);
    }
    for (const path of paths) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.body?.cancel();
      const again = await ask(path, { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
      expect([path, again.status]).toEqual([path, 304]);
    }
    expect((await ask("/chat.js")).headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });
  test("never turns text into markup in its scripts", async () => {
    for await (const { name } of Deno.readDir(new URL("page/", import.meta.url))) {
      const source = await Deno.readTextFile(new URL(`page/${name}`, import.meta.url));
      expect([name, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/.test(source)]).toEqual(
        [name, false],
      );
    }
  });
  test.each([
    ["veja https://a.example/x?y=1. Certo", ["veja ", "<a https://a.example/x?y=1>", ". Certo"]],
    ["(http://a.example)", ["(", "<a http://a.example>", ")"]],
    ["javascript:alert(1) data:text/html,x", ["javascript:alert(1) data:text/html,x"]],
    ["*Bia:*\noi", ["<strong Bia:>", "\noi"]],
    ["_um_ ~dois~ 2*3*4 a_b_c", ["<em um>", " ", "<s dois>", " 2*3*4 a_b_c"]],
    ["<img src=x onerror=alert(1)>", ["<img src=x onerror=alert(1)>"]],
  ])("%j is shown as it should", async (text, parts) => {
    expect(await rich(text)).toEqual(parts);
  });
  test("reads long hostile texts in time", async () => {
    for (const unit of ["*", "*a", "_a ", "https://", "(*a_"]) {
      const began = performance.now();
      await rich(unit.repeat(Math.ceil(100_000 / unit.length)));
      expect([unit, performance.now() - began < 200]).toEqual([unit, true]);
    }
  });
});
