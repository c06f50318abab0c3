// A note that names a colleague: offered while one types, kept with the note, and heard by whom it names.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { messages } from "../../api/features/messages/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { pause, type World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { restingBox } from "./touch.ts";
import { ask, customerWrites } from "./visitor.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
async function attendant(size = sizes[0]!) {
  const made = await newWindow(browser, world.bases[0]!, size);
  await signIn(made.page);
  return made;
}

describe("a colleague's name in a note", () => {
  test("is offered by @, kept with the note, and stands out", async () => {
    const { page, watch } = await attendant();
    const ticket = await customerWrites(browser, page, "Preciso falar com alguém");
    await ask(page, "POST", "/users", {
      name: "Beatriz Çelik",
      email: `bia-${Date.now()}@provas.local`,
      password: "Provas-2026-y",
      profile: "admin",
      queueIds: [],
    });
    await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByRole("button", { name: "Nota privada" }).click();
    const box = page.getByRole("textbox", { name: /^Nota sobre/ });
    await box.pressSequentially("olha @cel");
    await page.getByRole("option", { name: /Beatriz Çelik/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("olha @Beatriz Çelik ");
    await box.pressSequentially("aqui");
    await page.keyboard.press("Enter");
    const named = page.getByRole("log").locator("[data-mention]");
    await named.getByText("@Beatriz Çelik").waitFor();
    const { messages } = await ask<{ messages: { data: { mentions: { name: string }[] } | null }[] }>(
      page,
      "GET",
      `/messages/${ticket.id}`,
    );
    expect(messages.at(-1)?.data?.mentions.map(({ name }) => name)).toEqual(["Beatriz Çelik"]);
    expect(watch.trouble).toEqual([]);
  });
});

describe("a note that names somebody", () => {
  test("calls them although the ticket is a colleague's, and leads there", async () => {
    const { page, watch } = await attendant();
    const ticket = await customerWrites(browser, page, "Assunto delicado");
    const me = await ask<{ id: number; name: string }>(page, "GET", "/auth/me");
    const bia = { name: "Bia Souza", email: `bia-${crypto.randomUUID()}@provas.local`, password: "Provas-2026-z" };
    await ask(page, "POST", "/users", { ...bia, profile: "admin", queueIds: [] });
    const colleague = await Worker.signIn(world.bases, bia);
    await colleague.call(tickets.update, { params: { id: ticket.id }, body: { status: "open", userId: colleague.id } });
    await page.goto("/connections");
    await page.getByRole("heading", { name: "Conexões" }).first().waitFor();
    await colleague.call(messages.send, {
      params: { ticketId: ticket.id },
      body: { body: `@${me.name} veja isto`, isPrivate: true, mentions: [me.id] },
    }, crypto.randomUUID());
    await page.getByText("Bia Souza mencionou você em uma nota").waitFor();
    await page.getByRole("button", { name: "Abrir", exact: true }).click();
    await page.waitForURL(`**/tickets/${ticket.uuid}`);
    await page.getByRole("log").locator("[data-mention]").getByText(`@${me.name}`).waitFor();
    expect(watch.trouble).toEqual([]);
  });

  test("is heard also when it came while the app was still loading what rings", async () => {
    const { page, watch } = await attendant();
    const ticket = await customerWrites(browser, page, "Assunto cedo demais");
    const me = await ask<{ id: number; name: string }>(page, "GET", "/auth/me");
    const bia = { name: "Bia Costa", email: `bia-${crypto.randomUUID()}@provas.local`, password: "Provas-2026-z" };
    await ask(page, "POST", "/users", { ...bia, profile: "admin", queueIds: [] });
    const colleague = await Worker.signIn(world.bases, bia);
    await colleague.call(tickets.update, { params: { id: ticket.id }, body: { status: "open", userId: colleague.id } });
    const told = Promise.withResolvers<void>();
    await page.route(/\/assets\/above-/, async (route) => {
      await told.promise;
      await route.continue();
    });
    const streams = page.waitForResponse(/\/api\/events/);
    await page.goto("/connections");
    await streams;
    await colleague.call(messages.send, {
      params: { ticketId: ticket.id },
      body: { body: `@${me.name} veja isto`, isPrivate: true, mentions: [me.id] },
    }, crypto.randomUUID());
    await pause(1000);
    expect(await page.getByText("Bia Costa mencionou você em uma nota").count()).toBe(0);
    told.resolve();
    await page.getByText("Bia Costa mencionou você em uma nota").waitFor();
    expect(watch.trouble).toEqual([]);
  });
});

test("a finger picks from the list, and the keyboard stays", async () => {
  const { page, context } = await attendant(sizes[1]);
  const ticket = await customerWrites(browser, page, "Com o dedo");
  await ask(page, "POST", "/users", {
    name: "Zeca Prado",
    email: `zeca-${crypto.randomUUID()}@provas.local`,
    password: "Provas-2026-w",
    profile: "admin",
    queueIds: [],
  });
  await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
  await page.goto(`/tickets/${ticket.uuid}`);
  await page.getByRole("button", { name: "Anexar" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Nota privada" }).click();
  const box = page.getByRole("textbox", { name: /^Nota sobre/ });
  await box.pressSequentially("@zec");
  const option = page.getByRole("option", { name: /Zeca Prado/ });
  expect((await restingBox(option)).height).toBeGreaterThanOrEqual(44);
  await option.tap();
  expect(await box.inputValue()).toBe("@Zeca Prado ");
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await context.close();
});
