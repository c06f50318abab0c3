// What a WhatsApp conversation shows: who of a group wrote, polls, what cannot be read yet, refused calls; and two contacts that
// were one person, parted again from the contact's panel.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import type { InboundEvent, MessageEvent } from "../../channels/sdk/mod.ts";
import { apiLogin } from "../../db/migrate.ts";
import { connectDatabase, disconnectDatabase, withTenant } from "../../db/tenant.ts";
import { receive } from "../../api/channels/inbound/inbound.ts";
import { discover } from "../../api/channels/lines/discover.ts";
import { noteManifests } from "../../api/core/manifests.ts";
import { setTicketEffects } from "../../api/features/tickets/effects.ts";
import { ticketEffects } from "../../api/ticket-effects.ts";
import { setSecret } from "../../api/core/secrets/seal.ts";
import { SECRET, type World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
let companyId: number;
let line: number;
const SHOTS = Deno.env.get("SCREENSHOTS");

const lid = (value: string) => ({ kind: "lid" as const, value });
const phone = (value: string) => ({ kind: "phone" as const, value });
const tell = (event: InboundEvent) => receive(companyId, line, event);
let minute = 0;
const says = (content: MessageEvent["content"], more: Partial<MessageEvent> & Pick<MessageEvent, "peer">) =>
  tell({
    kind: "message",
    externalId: crypto.randomUUID(),
    fromMe: false,
    content,
    at: Date.now() - 3_600_000 + ++minute * 1000,
    ...more,
  });
const text = (words: string): MessageEvent["content"] => ({ type: "text", text: words });

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  setSecret(SECRET);
  setTicketEffects(ticketEffects);
  noteManifests([...(await discover()).values()].map(({ plugin }) => plugin.manifest));
  connectDatabase({ owner: world.url, api: apiLogin(world.url, SECRET).url }, { api: 2, owner: 1 });
  const [company] = await world.sql<{ id: string }[]>`select id from app.companies order by id limit 1`;
  companyId = Number(company!.id);
  line = await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.connections (name, channel, token, status, is_default, allow_groups)
      values ('Balcão', 'webchat', ${crypto.randomUUID()}, 'CONNECTED', false, true) returning id`;
    await tx`update app.users set allow_groups = true`;
    await tx`insert into app.settings (key, value) values ('acceptCallWhatsapp', 'disabled'), ('AcceptCallWhatsappMessage', 'Por aqui só por escrito.')`;
    return row!.id;
  });
  const peer = { identities: [{ kind: "group" as const, value: "120363000000000001" }], name: "Condomínio Aurora" };
  const bia = { identities: [lid("5001"), phone("5511955550101")], name: "Bia Nunes" };
  const caio = { identities: [lid("5002")], name: "Caio 🌱" };
  await says(text("Bom dia! A água volta hoje?"), { peer, sender: bia });
  await says(text("Aqui já voltou"), { peer, sender: caio });
  await says(text("Que bom"), { peer, sender: { identities: [phone("5511955550199")] } });
  await says({
    type: "poll",
    question: "Quando fazemos a assembleia?",
    options: ["Segunda, 19 h", "Quarta, 20 h", "Sábado de manhã"],
  }, { peer, sender: bia });
  await says({ type: "location", latitude: -23.55, longitude: -46.63, name: "Portaria", live: true }, {
    peer,
    sender: caio,
  });
  await says({ type: "media", media: { kind: "image", ref: "x", keep: true } }, { peer, sender: caio, viewOnce: true });
  await says({ type: "other", what: "ciphertext" }, { peer, sender: { identities: [lid("5003")] }, placeholder: true });
  await tell({
    kind: "call",
    peer: { identities: [lid("7001")] },
    externalId: "call-1",
    state: "ringing",
    video: true,
    at: Date.now(),
  });
  await says(text("Liguei agora há pouco, sou a Dora"), {
    peer: { identities: [phone("5511955557001")], name: "Dora" },
  });
  await tell({ kind: "identity", from: lid("7001"), to: phone("5511955557001"), at: Date.now() });
});
afterAll(async () => {
  await browser?.close();
  await disconnectDatabase(1);
  await world?.close();
});

const each = sizes.flatMap((size) =>
  (["light", "dark"] as const).map((theme) => ({ size, theme, name: `${size.name}, ${theme}` }))
);
describe.each(each)("on a $name screen", ({ size, theme }) => {
  test("a group says who wrote, and everything reads", async () => {
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size, theme);
    await signIn(page);
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: `${SHOTS}/${name}-${size.name}-${theme}.png` }) : null;
    await page.getByRole("tab", { name: /Grupos/ }).click();
    await page.locator("[data-row]").filter({ hasText: "Condomínio Aurora" }).click();
    const log = page.getByRole("log");
    await log.getByText("Bia Nunes", { exact: true }).first().waitFor();
    await log.getByText("+55 (11) 95555-0199").waitFor();
    await log.getByText("Participante", { exact: true }).waitFor();
    for (
      const words of [
        "Enquete",
        "Quarta, 20 h",
        "Localização em tempo real",
        "Visualização única",
        "Aguardando mensagem…",
      ]
    ) {
      await log.getByText(words).first().waitFor();
    }
    await log.getByText("Aguardando mensagem…").scrollIntoViewIfNeeded();
    await shot("group");
    await log.getByText("Enquete").scrollIntoViewIfNeeded();
    await shot("group-poll");
    expect(await violations(page)).toEqual([]);
    await page.goto("/tickets");
    await page.getByRole("tab", { name: /Aguardando/ }).click();
    await page.locator("[data-row]").filter({ hasText: "Dora" }).click();
    await page.getByRole("log").getByText("Chamada de vídeo recusada").waitFor();
    await page.locator("header button").filter({ has: page.locator("h1") }).click();
    await page.getByRole("region", { name: "Contatos unidos a este" }).getByText("Dora").waitFor();
    await page.getByRole("button", { name: "Separar Dora" }).scrollIntoViewIfNeeded();
    await shot("merged");
    expect(await violations(page)).toEqual([]);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
});

test("parted from the panel, they are two again without a reload", async () => {
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  await page.locator("[data-row]").filter({ hasText: "Dora" }).click();
  const log = page.getByRole("log");
  await log.getByText("Chamada de vídeo recusada").waitFor();
  await page.locator("header button").filter({ has: page.locator("h1") }).click();
  await page.getByRole("button", { name: "Separar Dora" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Separar" }).click();
  await page.locator("[data-row]").filter({ hasText: "WhatsApp …7001" }).waitFor();
  await page.getByRole("region", { name: "Contatos unidos a este" }).waitFor({ state: "detached" });
  expect(await page.locator("[data-row]").filter({ hasText: "Dora" }).count()).toBe(1);
  await context.close();
});
