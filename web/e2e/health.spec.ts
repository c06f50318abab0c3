// What people see of a connection that is away: its cause in the list, the dot at the menu, the line in the conversation.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { World } from "../../api/proofs/harness.ts";
import { openBrowser } from "./browser.ts";
import { keptEvents } from "./device.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
/** The line of the web chat, which every new company has. */
async function webchat(): Promise<number> {
  const [line] = await world.sql<{ id: number }[]>`
    select id from app.connections where company_id = 1 and channel = 'webchat' and deleted_at is null order by id limit 1`;
  return line!.id;
}
const ago = (minutes: number | null) =>
  world.sql`now() - make_interval(mins => ${minutes === null ? null : String(minutes)}::text::int)`;

test.each(sizes)(
  "the cause is in the list, and the mark at the menu comes and goes by itself on a $name",
  async (size) => {
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size);
    await signIn(page);
    const phone = size.name === "phone";
    const mark = phone
      ? page.getByRole("button", { name: "Mais (precisa de atenção)" })
      : page.getByRole("button", { name: "Administração (precisa de atenção)" });
    await page.goto("/connections");
    const place = page.getByRole(phone ? "listitem" : "row").filter({ hasText: "Desconectar" }).or(
      page.getByRole(phone ? "listitem" : "row").filter({ hasText: "Tentar novamente" }),
    ).first();
    await place.getByText("Conectada", { exact: true }).waitFor();
    await place.getByRole("button", { name: "Desconectar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Desconectar" }).click();
    await place.getByText(/^Desde \d\d:\d\d$/).waitFor();
    await mark.waitFor();
    await keptEvents(page, world);
    await world.sql`update app.connections set reason = 'ERR_PROVIDER_AUTH', retries = 3 where id = ${await webchat()}`;
    await page.reload();
    await place.getByText("O provedor não aceitou as credenciais da conexão.").waitFor();
    await place.getByText("3 tentativas").waitFor();
    await place.getByRole("button", { name: "Tentar novamente" }).click();
    await place.getByText("Conectada", { exact: true }).waitFor();
    await mark.waitFor({ state: "detached" });
    expect(watch.trouble).toEqual([]);
    await context.close();
  },
  120_000,
);

test("a conversation tells when its connection was away, and which messages came late", async () => {
  const { sql } = world;
  const line = await webchat();
  const [contact] = await sql<{ id: number }[]>`
    insert into app.contacts (company_id, name) values (1, 'Marina Lopes') returning id`;
  const [ticket] = await sql<{ id: number; uuid: string }[]>`
    insert into app.tickets (company_id, contact_id, connection_id, channel, status) values (1, ${
    contact!.id
  }, ${line}, 'webchat', 'pending') returning id, uuid`;
  const say = (body: string, minutes: number, came: number | null = null) =>
    sql`
      insert into app.messages (company_id, ticket_id, contact_id, connection_id, from_me, body, sent_at, received_at)
      values (1, ${ticket!.id}, ${contact!.id}, ${line}, false, ${body}, ${ago(minutes)}, ${ago(came)})`;
  const away = (from: number, to: number, state: string) =>
    sql`
      insert into app.connection_gaps (company_id, connection_id, from_at, to_at, state) values (1, ${line}, ${
      ago(from)
    }, ${ago(to)}, ${state})`;
  await say("Bom dia!", 5000);
  await say("Tem o modelo azul?", 4700, 4681);
  await say("Quero dois", 4400);
  await away(4710, 4680, "repaired");
  await away(4650, 4500, "repaired");
  await away(4390, 4380, "unknown");
  const { page, context, watch } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await page.goto(`/tickets/${ticket!.uuid}`);
  await page.getByText("Quero dois").first().waitFor();
  const notes = page.getByRole("log").getByRole("note");
  await notes.first().waitFor();
  expect((await notes.allInnerTexts()).map((text) => text.replace(/\d\d:\d\d|\d\d\/\d\d\/\d\d /g, "…").trim())).toEqual(
    [
      expect.stringMatching(/^Fora do ar entre .* 1 mensagem recuperada$/),
      expect.stringMatching(/^Entre .* a conexão ficou fora do ar: podem faltar mensagens$/),
    ],
  );
  await page.getByLabel(/^Chegou em \d/).last().waitFor();
  expect(watch.trouble).toEqual([]);
  await context.close();
}, 120_000);
