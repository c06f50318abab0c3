// A large file over a network that breaks: what had reached the server is not sent again, whoever goes on.
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import type { Wire } from "../../api/proofs/harness-wire.ts";
import { openBrowser } from "./browser.ts";
import { allSent, controlled, type Customer, Office, rowsOn } from "./outbox-office.ts";
import { newDevice, openWired, signIn, sizes } from "./people.ts";

const MB = 1024 * 1024;
/** What a page asks besides, bytes: heads, tokens, the ticket again. */
const TALK = 256 * 1024;
let world: World;
let wire: Wire;
let base = "";
let office: Office;
let browser: Browser;
beforeAll(async () => {
  [{ world, wire, base }, browser] = await Promise.all([openWired(), openBrowser()]);
  office = await Office.open(world);
});
beforeEach(() => wire.mend());
afterAll(async () => {
  await browser?.close();
  wire?.close();
  await world?.close();
});

const film = (bytes = 12 * MB) => {
  const made = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(made.subarray(at, at + 65_536));
  return made;
};
const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
async function attach(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator("input[type=file]").first().setInputFiles({ name, mimeType: "video/mp4", buffer });
  await page.getByRole("button", { name: /Enviar 1 arquivo/ }).click();
}
async function phone(customer: Customer) {
  const { page, context } = await newDevice(browser, base, sizes[1]!);
  await signIn(page);
  await controlled(page);
  await page.goto(`/tickets/${customer.uuid}`);
  await page.getByRole("log").getByText(`Olá, sou ${customer.name}`).waitFor();
  return { page, context };
}
/** What the server has of a file. */
async function arrived(name: string): Promise<number> {
  const [row] = await world.sql<{ received: number }[]>`select received from app.uploads where name = ${name}`;
  return Number(row?.received ?? 0);
}
/** What colleagues and the customer have of it. */
const stored = async ({ ticketId }: Customer) =>
  (await world.sql<{ sha: string; file_name: string; body: string }[]>`
    select encode(f.sha256, 'hex') as sha, f.file_name, m.body from app.messages m
    join app.media f on f.company_id = m.company_id and f.id = m.media_id
    where m.ticket_id = ${ticketId} and m.from_me`).map((row) => ({ ...row }));
const ring = (page: Page) => page.getByRole("button", { name: /^Cancelar.*%/ });
const share = async (page: Page) => Number(/(\d+)\s*%/.exec(await ring(page).getAttribute("aria-label") ?? "")?.[1]);

test("the wire is cut in the middle of twelve megabytes: only the rest goes, the ring goes on, and it is one message", async () => {
  const customer = await office.customer("Cortada");
  const { page, context } = await phone(customer);
  const bytes = film();
  wire.cutAfter(7 * MB);
  await attach(page, "cortada.mp4", bytes);
  await until("the try is over", 20_000, async () => (await rowsOn(page))[0]?.reason === "ERR_UNREACHABLE");
  // The page knows of the break before the server has counted what came until then.
  const told = async () => await share(page) === Math.round(await arrived("cortada.mp4") / bytes.length * 100);
  await until("the ring says what has arrived", 20_000, told);
  const there = await arrived("cortada.mp4");
  expect(there).toBeGreaterThan(2 * MB);
  const before = wire.sent;
  wire.mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await allSent(page, 30_000);
  const rest = bytes.length - there;
  console.log(`${there} bytes had come, ${rest} were missing, ${wire.sent - before} were sent`);
  expect(wire.sent - before).toBeGreaterThan(rest);
  expect(wire.sent - before).toBeLessThan(rest + TALK);
  expect(await stored(customer)).toEqual([{ sha: sha(bytes), file_name: "cortada.mp4", body: "" }]);
  await context.close();
});

test("a tab that is closed at the break leaves the rest to the service worker", async () => {
  const customer = await office.customer("Fechada");
  const { page, context } = await phone(customer);
  const worker = context.serviceWorkers()[0]!;
  const bytes = film();
  wire.cutAfter(7 * MB);
  await attach(page, "fechada.mp4", bytes);
  await until("the try is over", 20_000, async () => (await rowsOn(page))[0]?.reason === "ERR_UNREACHABLE");
  await page.close();
  const there = await arrived("fechada.mp4");
  const before = wire.sent;
  wire.mend();
  // What the browser does when the network is back, by hand: the event itself cannot be ordered.
  await worker.evaluate(() => {
    const Message = Reflect.get(globalThis, "ExtendableMessageEvent") as unknown as typeof MessageEvent;
    dispatchEvent(new Message("message", { data: { type: "recado.outbox" } }));
  });
  await until("the worker has sent it", 30_000, async () => (await stored(customer)).length > 0);
  expect(there).toBeGreaterThan(2 * MB);
  expect(wire.sent - before).toBeLessThan(bytes.length - there + TALK);
  expect(await stored(customer)).toEqual([{ sha: sha(bytes), file_name: "fechada.mp4", body: "" }]);
  await context.close();
});

test("a message whose answer is lost is that message: its file does not go twice", async () => {
  const customer = await office.customer("Repetida");
  const { page, context } = await phone(customer);
  const bytes = film(3 * MB);
  let tries = 0;
  await context.route(/\/api\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    const answer = await route.fetch();
    if (++tries === 1) return await route.abort("connectionreset");
    await route.fulfill({ response: answer });
  });
  const before = wire.sent;
  await attach(page, "repetida.mp4", bytes);
  await allSent(page, 30_000);
  expect(tries).toBe(2);
  expect(wire.sent - before).toBeLessThan(bytes.length + TALK);
  expect(await stored(customer)).toEqual([{ sha: sha(bytes), file_name: "repetida.mp4", body: "" }]);
  await context.close();
});

test("a server of the version before, which knows no pieces, gets the file whole", async () => {
  const customer = await office.customer("Antiga");
  const { page, context } = await phone(customer);
  await context.route(
    /\/api\/uploads/,
    (route) => route.fulfill({ status: 404, json: { error: "ERR_NO_ROUTE_FOUND" } }),
  );
  const bytes = film(2 * MB);
  await attach(page, "antiga.mp4", bytes);
  await allSent(page, 30_000);
  expect(await stored(customer)).toEqual([{ sha: sha(bytes), file_name: "antiga.mp4", body: "" }]);
  await context.close();
});

test("an upload that is stopped leaves nothing on device or server", async () => {
  const customer = await office.customer("Parada");
  const { page, context } = await phone(customer);
  const halted = Promise.withResolvers<void>();
  let pieces = 0;
  await context.route(/\/api\/uploads\/.*offset=/, async (route) => {
    if (++pieces > 3) await halted.promise;
    await route.continue().catch(() => {});
  });
  await attach(page, "parada.mp4", film(6 * MB));
  await until("some of it is there", 20_000, async () => pieces > 3 && await arrived("parada.mp4") > 0);
  await ring(page).click();
  await until("the row is gone", 10_000, async () => (await rowsOn(page)).length === 0);
  halted.resolve();
  await until("the server has let go of it", 10_000, async () => {
    const [row] = await world.sql<
      { n: number }[]
    >`select count(*)::int as n from app.uploads where name = 'parada.mp4'`;
    return row!.n === 0;
  });
  expect(await stored(customer)).toEqual([]);
  await context.close();
});
