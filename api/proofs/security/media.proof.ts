// Proof S8: a file is reached only by its own 128 random bits together with a right to it.
import { beforeAll, expect, test } from "vitest";
import { linkSignature, signedLink } from "../../core/media/link.ts";
import { newMediaId } from "../../core/media/media.ts";
import { someone, testApp } from "../../core/testing/api.ts";
import { users } from "../../features/users/contract.ts";
import { withTenant } from "../../../db/tenant.ts";
import { Browser, withPassword } from "../../features/session/testing-browser.ts";
import { hostileFiles } from "./hostile-files.ts";
import { makeWorld, PNG, type World } from "./world.ts";

const { api } = await testApp();
let world: World;
beforeAll(async () => world = await makeWorld());
async function get(path: string, token?: string): Promise<Response> {
  // The address goes out as written: `URL` would tidy it up.
  const request = new Request("http://localhost/x", token ? { headers: { authorization: `Bearer ${token}` } } : {});
  return await api.http.fetch(
    new Proxy(request, {
      get: (target, name) => name === "url" ? `http://localhost${path}` : Reflect.get(target, name, target),
    }),
  );
}

test("a path in any spelling leads to no file", async () => {
  const id = world.mediaId;
  const company = world.companyId;
  const ways = [
    ...[
      "../",
      "..%2f",
      "%2e%2e/",
      "%2e%2e%2f",
      "..%5c",
      "..\\",
      "%c0%ae%c0%ae/",
      "..%c0%af",
      "%252e%252e%252f",
      "....//",
      "/",
      "//",
      "%00",
      "%2f",
    ],
  ].flatMap((
    climb,
  ) => [
    `/media/${climb}${id}`,
    `/media/${climb}${company}/${id.slice(0, 2)}/${id}`,
    `/media/${id}${climb}`,
    `/media/${climb.repeat(6)}etc/passwd`,
    `/media/${climb}secret`,
  ]);
  ways.push(
    `/media/${id}%00.png`,
    `/media/${id}.png`,
    `/media/${id.toUpperCase()}x`,
    `/media/${company}/${id.slice(0, 2)}/${id}`,
    "/media/",
    "/media",
    `/media/${id.slice(1)}`,
    `/media/${"0".repeat(32)}`,
    `/media/-${id}`,
    `/media/${id}%0a`,
    `/media/ /${id}`,
  );
  for (const path of ways) {
    const response = await get(path, world.person.token);
    const text = await response.text();
    // An unknown path may answer with the app's own page, never with a file.
    const isApp = response.status === 200 && response.headers.get("content-type")?.startsWith("text/html");
    const isSame = response.status === 200 && response.headers.get("content-type") === "image/png";
    expect(
      isSame &&
        !new RegExp(`^/media/+${id}/*$`).test(
          decodeURIComponent(path.replace(/%c0%a[ef]|%(?![0-9a-f]{2})/g, "x")).replaceAll("//", "/"),
        ),
      path,
    ).toBe(false);
    if (!isApp && !isSame) {
      expect(response.status, `${path} ${text}`).toBeGreaterThanOrEqual(400);
      expect(response.status, `${path} ${text}`).toBeLessThan(500);
    }
    expect(text, path).not.toMatch(/root:|nodeModulesDir/);
  }
});

test("file names are 128 random bits and never repeat", () => {
  const names = new Set(Array.from({ length: 10_000 }, newMediaId));
  expect(names.size).toBe(10_000);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});

test("a signed link lives 15 minutes, for its file and company only", async () => {
  const path = (link: string) => link.slice("http://x".length);
  const link = (now: number) => path(signedLink("http://x", world.companyId, world.mediaId, now));
  expect((await get(link(Date.now()))).status).toBe(200);
  const until = Number(new URL(`http://x${link(Date.now())}`).searchParams.get("e"));
  expect(until - Date.now() / 1000).toBeLessThanOrEqual(900);
  expect((await get(link(Date.now() - 901_000))).status).toBe(404);
  const sign = linkSignature(world.companyId, world.mediaId, until);
  const { companyId: c, mediaId } = world;
  for (
    const forged of [
      `/media/${mediaId}?c=${c}&e=${until + 86_400}&s=${sign}`,
      `/media/${mediaId}?c=${c + 1}&e=${until}&s=${sign}`,
      `/media/${newMediaId()}?c=${c}&e=${until}&s=${sign}`,
      `/media/${mediaId}?c=${c}&e=${until}&s=${sign.toUpperCase()}`,
      `/media/${mediaId}?c=${c}&e=${until}&s=${sign.slice(1)}`,
      `/media/${mediaId}?c=${c}&e=${until}&s=`,
      `/media/${mediaId}?c=&e=&s=${sign}`,
      `/media/${mediaId}?c=${c}&e=Infinity&s=${sign}`,
      `/media/${mediaId}?c=${c}&e=1e99&s=${sign}`,
      `/media/${mediaId}?c[]=${c}&e=${until}&s=${"é".repeat(32)}`,
      `/media/${mediaId}?e=${until}&s=${sign}`,
    ]
  ) expect((await get(forged)).status, forged).toBe(404);
});

test("a file is refused without a session, after logout, in an expired company, and for a ticket the person may not see", async () => {
  const path = `/media/${world.mediaId}`;
  expect((await get(path)).status).toBe(401);
  expect((await get(path, world.person.token)).status).toBe(200);
  const stranger = await someone({ colleagueOf: world.person, profile: "user" });
  expect((await get(path, stranger.token)).status).toBe(404);
  const member = await someone({ colleagueOf: world.person, queueIds: [world.queueId] });
  expect((await get(path, member.token)).status).toBe(200);
  const owed = await makeWorld({ dueAt: new Date(Date.now() - 1_000) });
  expect((await get(`/media/${owed.mediaId}`, owed.person.token)).status).toBe(402);
  const leaver = await withPassword({ colleagueOf: world.person, profile: "admin" });
  const browser = new Browser();
  const token = (await browser.signIn(leaver)).body.token!;
  expect((await get(path, token)).status).toBe(200);
  await browser.call("DELETE", "/auth/logout");
  expect((await get(path, token)).status).toBe(401);
});

test("an upload is served with the type of its bytes, and runs nothing", async () => {
  const uploads: [string, string, BlobPart, number][] = [
    ["foto.png", "image/png", PNG, 200],
    ["page.html", "text/html", "<script>alert(1)</script>", 415],
    ["x.svg", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415],
    ["x.png", "image/png", "<!doctype html><script>alert(1)</script>", 415],
    ["x.jpg\u202egnp.html", "image/jpeg", PNG, 200],
  ];
  for (const [name, type, content, wanted] of uploads) {
    const form = new FormData();
    form.append("profileImage", new File([content], name, { type }));
    const response = await world.person.fetch(`/api/users/${world.userId}/media-upload`, {
      method: "POST",
      body: form,
    });
    expect(response.status, name).toBe(wanted);
    if (wanted !== 200) continue;
    const { profileImage } = await world.person.call(users.show, { params: { id: world.userId } });
    const file = await get(profileImage!, world.person.token);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(file.headers.get("content-disposition")).not.toMatch(/[\u202e\r\n]/);
  }
});

async function send(file: File): Promise<Response> {
  const form = new FormData();
  form.append("medias", file);
  return await world.person.fetch(`/api/messages/${world.ticketId}`, { method: "POST", body: form });
}

// Proof S7. That nothing runs when one is opened is seen in a browser: web/e2e/hostile.spec.ts.
test.each(hostileFiles)("$name is stored with the type of its bytes, and never as a page", async (sent) => {
  const { messages } = await (await send(new File([sent.bytes], sent.name, { type: sent.type }))).json();
  const file = await get(messages[0].mediaUrl, world.person.token);
  expect(messages[0].mimeType).toBe(sent.stored);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": sent.inline ? sent.stored : "application/octet-stream",
    "content-disposition": `${sent.inline ? "inline" : "attachment"}; filename*=UTF-8''${sent.name}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(sent.bytes);
});

test("a file's name loses path parts and characters that hide its ending", async () => {
  const names = [
    ["../../x.html", "x.html"],
    ["..\\..\\x.html", "x.html"],
    ["x.jpg\u202egnp.html", "x.jpggnp.html"],
    [`${"a".repeat(300)}.html`, `${"a".repeat(115)}.html`],
  ] as const;
  for (const [given, kept] of names) {
    const { messages } = await (await send(new File(["x"], given))).json();
    expect(messages[0].fileName).toBe(kept);
    const [row] = await withTenant(
      { companyId: world.companyId },
      (tx) => tx`select id from app.media where file_name = ${messages[0].fileName}`,
    );
    expect(row!.id).toMatch(/^[0-9a-f]{32}$/);
  }
  expect((await send(new File(["x"], "x.jpg\u0000.html"))).status).toBe(400);
});
