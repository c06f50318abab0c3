// A tab that slept while somebody else signed in, in another tab of the same browser.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteServerTime, serverNow } from "../clock.ts";
import { authorised } from "./authorised.ts";
import { beginToken, readToken, writeToken } from "./token.ts";
import { ownerOf } from "./token-owner.ts";

const tokenOf = (cid: number, sub: number, exp = 1) => `x.${btoa(JSON.stringify({ cid, sub: String(sub), exp }))}.x`;
const [ana, anaLater, bia] = [tokenOf(1, 7), tokenOf(1, 7, 2), tokenOf(1, 8)];
/** The person to serve, the answer of a refresh, and the owners of the tokens that came. */
let good: string;
let renewed: string;
let sent: string[];
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("navigator", { locks: { request: (_: string, work: () => unknown) => work() } });
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.url.endsWith("/refresh_token")) return Promise.resolve(Response.json({ token: renewed }));
    const token = request.headers.get("authorization")?.slice("Bearer ".length) ?? "";
    sent.push(token);
    return Promise.resolve(
      token === good ? Response.json({ ok: true }) : Response.json({ error: "ERR_SESSION_EXPIRED" }, { status: 403 }),
    );
  });
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, "http://localhost"), init);
      }
    },
  );
  sent = [];
  beginToken(ana);
});
afterEach(() => {
  writeToken(null);
  vi.unstubAllGlobals();
});
test("the clock is left alone when the browser answers from its cache", async () => {
  const hours = 8 * 3600_000;
  const answers = ["private, max-age=86400", "no-store"].map((control) => () =>
    Promise.resolve(
      new Response("{}", {
        headers: { date: new Date(Date.now() - hours).toUTCString(), "cache-control": control },
      }),
    )
  );
  const off: number[] = [];
  for (const answer of answers) {
    vi.stubGlobal("fetch", answer);
    await ask();
    off.push(Math.round((serverNow() - Date.now()) / 3600_000));
  }
  expect(off).toEqual([0, -8]);
  noteServerTime(new Date().toUTCString(), 0);
});

const ask = () => authorised(() => new Request("/api/x", { method: "POST" }));

test("an expired token is renewed once, and the request goes again with the new one", async () => {
  good = renewed = anaLater;
  expect((await ask()).status).toBe(200);
  expect(sent).toEqual([ana, anaLater]);
  expect(readToken()).toBe(anaLater);
});

test("no request goes out under another person's name when the cookie is theirs by now", async () => {
  good = renewed = bia;
  await expect(ask()).rejects.toMatchObject({ status: 0, code: "ERR_UNREACHABLE" });
  expect(sent).toEqual([ana]);
  expect(readToken()).toBe(ana);
});

test("no request goes out under another person's name when another tab has stored their token", async () => {
  good = renewed = bia;
  localStorage.setItem("recado.token", bia);
  await expect(ask()).rejects.toMatchObject({ status: 0, code: "ERR_UNREACHABLE" });
  expect(sent).toEqual([ana]);
});

test("a late renewed token does not replace another person's", () => {
  beginToken(bia);
  writeToken(anaLater);
  expect(readToken()).toBe(bia);
  expect(localStorage.getItem("recado.token")).toBe(bia);
});

test("a token names its person, and a text that is no token names nobody", () => {
  expect([ana, bia, null, "x", "a.b.c"].map(ownerOf)).toEqual(["1-7", "1-8", "", "", ""]);
});
