// The bot's turn through the real pipeline: the customer's messages, and the ticket afterwards.
import { expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { wordsOf } from "../../contract/words/bot-words.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { messageEvent, type Said } from "../../core/testing/inbound.ts";
import { messages } from "../messages/contract.ts";
import { chatbot, queues } from "../queues/contract.ts";
import { tickets } from "../tickets/contract.ts";

/** A company whose connection has these columns and queues; Vendas has a tree. The customer is Ana. */
async function office(
  o: { settings?: Record<string, string>; connection?: Record<string, unknown>; queues?: string[] } = {},
) {
  const admin = await someone({ settings: o.settings });
  const { companyId } = admin;
  const line = await makeConnection(admin, "webchat");
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work);
  const columns = { greeting: "Olá, {{firstName}}!", farewell: "Até logo!", ...o.connection };
  const queueIds: number[] = [];
  for (const name of o.queues ?? ["Vendas", "Suporte"]) queueIds.push(await makeQueue(admin, name));
  await within(async (tx) => {
    await tx`update app.connections set ${tx(columns)} where id = ${line}`;
    await tx`update app.queues q set greeting = 'Você está em ' || name || '.', position = q.id`;
    await tx`insert into app.connection_queues (connection_id, queue_id) select ${line}, id from app.queues`;
    const [prices] = await tx<{ id: number }[]>`
      insert into app.chatbot_options (queue_id, position, name, greeting) values (${queueIds[
      0
    ]!}, 1, 'Preços', 'De que tamanho?') returning id`;
    await tx`insert into app.chatbot_options (queue_id, parent_id, position, name, greeting)
      values (${queueIds[0]!}, ${prices!.id}, 1, 'Atacado', 'Já vem alguém.')`;
  });
  return {
    admin,
    companyId,
    line,
    queueIds,
    within,
    says: (text: string, more: Partial<Said> = {}) =>
      hear(admin, { connectionId: line, from: "ana", name: "Ana Lima", text, ...more }),
    /** The texts Ana has received, oldest first. */
    got: async () => {
      const rows = await within((tx) =>
        tx<{ body: string; kind: string }[]>`
        select body, data ->> 'auto' as kind from app.messages where from_me order by id`
      );
      return rows.map(({ kind, body }) => `${kind}: ${body}`);
    },
    ticket: async () => {
      const [row] = await within((tx) =>
        tx<{ id: number }[]>`
        select id, status, queue_id as "queueId", user_id as "userId", is_bot as "isBot", rating, unread from app.tickets order by id desc limit 1`
      );
      return row!;
    },
    log: async () =>
      (await within((tx) => tx<{ type: string }[]>`select type from app.ticket_log order by id`)).map(({ type }) =>
        type
      ),
  };
}
const hear = (person: Person, said: Said) => receive(person.companyId, said.connectionId, messageEvent(said));

const MENU = "menu: Olá, Ana!\n\n*1* - Vendas\n*2* - Suporte\n*sair* - Encerrar o atendimento";
const WAYS = "*#* - Voltar ao menu principal\n*sair* - Encerrar o atendimento";

test("the bot greets, shows the menu, refuses a wrong answer, shows queue and tree, and is silent when an agent accepts", async () => {
  const o = await office({ settings: { userRandom: "disabled", sendGreetingAccepted: "disabled" } });
  await o.says("Oi");
  expect(await o.got()).toEqual([MENU]);
  expect(await o.ticket()).toMatchObject({ status: "pending", isBot: true, queueId: null });
  await o.within((tx) =>
    tx`update app.ticket_bots set said = jsonb_set(said, '{menu,at}', to_jsonb(now() - interval '1 minute'))`
  );
  await o.says("batata");
  await o.says("1");
  expect(await o.ticket()).toMatchObject({ queueId: o.queueIds[0], isBot: true });
  await o.says("1");
  await o.says("1");
  expect((await o.got()).slice(1)).toEqual([
    "invalid: Opção inválida. Responda com o número de uma das opções:\n\n*1* - Vendas\n*2* - Suporte\n*sair* - Encerrar o atendimento",
    `option: Você está em Vendas.\n\n*1* - Preços\n${WAYS}`,
    `option: De que tamanho?\n\n*1* - Atacado\n${WAYS}`,
    "option: Já vem alguém.",
  ]);
  const { id } = await o.ticket();
  expect(await o.ticket()).toMatchObject({ status: "pending", isBot: false, unread: 5 });
  await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
  await o.says("1");
  await o.says("sair");
  expect(await o.got()).toHaveLength(5);
  expect(await o.ticket()).toMatchObject({ status: "open", userId: o.admin.userId });
  await o.admin.call(tickets.update, { params: { id }, body: { status: "pending" } });
  await o.says("1");
  expect(await o.got()).toHaveLength(5);
  expect(await o.log()).toEqual(["create", "chatBot", "queue", "open", "pending"]);
});

test("the bot answers once when a message is delivered twice, and once when two texts come at once", async () => {
  const o = await office();
  await Promise.all([o.says("Oi", { externalId: "one" }), o.says("Bom dia", { externalId: "two" })]);
  await o.says("Oi", { externalId: "one" });
  expect(await o.got()).toEqual([MENU]);
  expect(await o.ticket()).toMatchObject({ unread: 2 });
});

test("the bot writes in the company's language, not in the language of its agents", async () => {
  const o = await office({ settings: { botLanguage: "tr" } });
  await o.within((tx) => tx`update app.users set language = 'en'`);
  await o.says("Oi");
  const [said] = await o.got();
  expect(said).toContain(`Vendas\n*2* - Suporte\n${wordsOf("tr").leaveLine}`);
});

test("an automatic text has no author and does not end the customer's wait", async () => {
  const o = await office();
  await o.says("Oi");
  const [ticket] = (await o.admin.call(tickets.list, { query: { status: "pending", showAll: "true" } })).tickets;
  expect(ticket!.waitingSince).not.toBeNull();
  const page = await o.admin.call(messages.list, { params: { ticketId: ticket!.id }, query: { markAsRead: "false" } });
  expect(page.messages.at(-1)).toMatchObject({ fromMe: true, userId: null, data: { auto: "menu" } });
});

test("the bot asks for consent again on the next ticket when the customer refused, and goes on when the customer agrees", async () => {
  const o = await office({
    settings: { enableLGPD: "enabled", lgpdMessage: "Seus dados.", lgpdLink: "https://x.test/lgpd" },
  });
  const question =
    "consent: Seus dados.\n\nhttps://x.test/lgpd\n\nVocê está de acordo com o tratamento dos seus dados pessoais?\n\n*1* - Sim\n*2* - Não";
  await o.says("Oi");
  expect(await o.ticket()).toMatchObject({ status: "lgpd" });
  await o.says("2");
  expect(await o.ticket()).toMatchObject({ status: "closed" });
  await o.says("Oi");
  await o.says("1");
  expect(await o.ticket()).toMatchObject({ status: "pending", isBot: true });
  expect(await o.got()).toEqual([question, "farewell: Até logo!", question, MENU]);
  const [contact] = await o.within((tx) => tx`select consent_at is not null as agreed from app.contacts`);
  expect(contact).toEqual({ agreed: true });
  expect(await o.log()).toEqual(["create", "lgpd", "clientClosed", "create", "lgpd", "chatBot"]);
});

test("a rating is stored with ticket and round; the bot asks again when the answer is a text, and reopens nothing", async () => {
  const settings = { userRating: "enabled", sendGreetingAccepted: "disabled" };
  const o = await office({ settings, connection: { rating_text: "De 0 a 10?" } });
  await o.says("Oi");
  const { id } = await o.ticket();
  await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
  await o.admin.call(tickets.update, { params: { id }, body: { status: "closed" } });
  await o.within((tx) =>
    tx`update app.ticket_bots set said = jsonb_set(said, '{rating,at}', to_jsonb(now() - interval '1 minute'))`
  );
  await o.says("ótimo");
  expect(await o.ticket()).toMatchObject({ id, status: "nps" });
  await o.says("9 obrigada");
  expect(await o.ticket()).toMatchObject({ id, status: "closed", rating: 9, userId: o.admin.userId });
  expect((await o.got()).slice(1)).toEqual([
    "rating: De 0 a 10?",
    "ratingInvalid: Não entendi sua avaliação. Responda com um número de 0 a 10.\n\nDe 0 a 10?",
    "farewell: Até logo!",
  ]);
  const rounds = await o.within((tx) => tx`select rating, finished_at is not null as over from app.ticket_rounds`);
  expect(rounds).toEqual([{ rating: 9, over: true }]);
  const [sums] = await o.within((tx) => tx`select sum(closed)::int as closed from app.half_hours`);
  expect(sums).toEqual({ closed: 1 });
});

test("a thank-you soon after a rating stays with the rated ticket; any other or later message opens a new ticket", async () => {
  const o = await office({ settings: { userRating: "enabled" }, connection: { rating_text: "De 0 a 10?" } });
  await o.says("Oi");
  const { id } = await o.ticket();
  await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
  await o.admin.call(tickets.update, { params: { id }, body: { status: "closed" } });
  await o.says("10");
  const said = (await o.got()).length;
  await o.says("Muito obrigada! 😊");
  await o.says("👍");
  expect(await o.ticket()).toMatchObject({ id, status: "closed", unread: 0 });
  expect(await o.got()).toHaveLength(said);
  const [unread] = await o.within((tx) =>
    tx`select sum(unread)::int as n, (select count(*)::int from app.messages where not read) as rows from app.ticket_counters where status = 'closed'`
  );
  expect(unread).toMatchObject({ n: 0 });
  await o.says("E a nota fiscal?");
  const next = await o.ticket();
  expect(next).toMatchObject({ status: "pending", unread: 1 });
  expect(next.id).not.toBe(id);
  await o.admin.call(tickets.update, { params: { id: next.id }, body: { status: "closed" } });
  await o.within((tx) => tx`update app.ticket_log set created_at = now() - interval '6 minutes'`);
  await o.says("obrigada");
  expect((await o.ticket()).id).not.toBe(next.id);
});

test("the bot shows the menu again when the customer's queue or option was deleted", async () => {
  const o = await office();
  for (const text of ["Oi", "1", "1"]) await o.says(text);
  const [size] = await o.within((tx) =>
    tx<{ id: number }[]>`select id from app.chatbot_options where parent_id is null`
  );
  await o.admin.call(chatbot.create, {
    body: { queueId: o.queueIds[0]!, name: "Horários", greetingMessage: "8 às 18" },
  });
  await o.admin.call(chatbot.remove, { params: { id: size!.id } });
  await o.says("1");
  expect((await o.got()).at(-1)).toBe(`option: Você está em Vendas.\n\n*1* - Horários\n${WAYS}`);
  await o.admin.call(queues.remove, { params: { id: o.queueIds[0]! } });
  expect(await o.ticket()).toMatchObject({ status: "pending", queueId: null, isBot: false });
  await makeQueue(o.admin, "Outra");
  await o.within((tx) =>
    tx`insert into app.connection_queues (connection_id, queue_id) select ${o.line}, id from app.queues on conflict do nothing`
  );
  await o.says("1");
  expect((await o.got()).at(-1)).toContain("menu: Olá, Ana!");
  expect(await o.ticket()).toMatchObject({ queueId: null, isBot: true });
});

test("the bot says that the company is closed and routes nobody out of hours, and shows the menu when it is open again", async () => {
  const o = await office({ settings: { scheduleType: "company" }, connection: { out_of_hours: "Fechado." } });
  const never = JSON.stringify([{ weekdayEn: "monday", startTimeA: "", endTimeA: "", startTimeB: "", endTimeB: "" }]);
  await o.within((tx) => tx`update app.companies set schedules = ${never}::text::jsonb where id = ${o.companyId}`);
  await o.says("Oi");
  await o.says("Alguém?");
  expect(await o.got()).toEqual(["outOfHours: Fechado."]);
  expect(await o.ticket()).toMatchObject({ status: "pending", queueId: null, isBot: false });
  await o.within((tx) => tx`update app.companies set schedules = '[]' where id = ${o.companyId}`);
  await o.says("Bom dia");
  expect(await o.got()).toEqual(["outOfHours: Fechado.", MENU]);
});

test("the bot sends the text of the company holidays once and nothing else while they last", async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 864e5).toISOString().slice(0, 10);
  const o = await office({ connection: { vacation_text: "Férias!", vacation_start: day(-2), vacation_end: day(2) } });
  await o.says("Oi");
  await o.says("Oi?");
  expect(await o.got()).toEqual(["vacation: Férias!"]);
  expect(await o.ticket()).toMatchObject({ status: "pending", isBot: false, unread: 2 });
});

test("the bot leads back on #, ends the ticket with the farewell on sair, and begins anew on a new text", async () => {
  const o = await office();
  for (const text of ["Oi", "1", "#", "sair"]) await o.says(text);
  expect(await o.ticket()).toMatchObject({ status: "closed", isBot: false, unread: 0 });
  expect((await o.got()).map((text) => text.split(":")[0])).toEqual(["menu", "option", "menu", "farewell"]);
  expect((await o.log()).at(-1)).toBe("clientClosed");
  await o.says("Oi de novo");
  expect((await o.got()).at(-1)).toBe(MENU);
  const [count] = await o.within((tx) =>
    tx`select sum(tickets)::int as live, sum(unread)::int as unread from app.ticket_counters where status = 'pending'`
  );
  expect(count).toEqual({ live: 1, unread: 1 });
});

test("the bot tells the place in the chosen queue, and gives the ticket to a member who is online", async () => {
  const settings = { sendQueuePosition: "enabled", sendQueuePositionMessage: "Sua posição:" };
  const o = await office({ settings });
  await someone({ colleagueOf: o.admin, queueIds: [o.queueIds[1]!] });
  const here = await someone({
    colleagueOf: o.admin,
    queueIds: [o.queueIds[1]!],
    flags: { seen_at: new Date().toISOString() },
  });
  await o.says("Oi", { from: "bia" });
  await o.says("2", { from: "bia" });
  await o.within((tx) => tx`update app.users set seen_at = null`);
  expect(await o.ticket()).toMatchObject({ userId: here.userId, status: "pending" });
  for (const from of ["caio", "dora"]) for (const text of ["Oi", "2"]) await o.says(text, { from });
  expect((await o.got()).filter((text) => text.startsWith("position"))).toEqual([
    "position: Sua posição: *1*",
    "position: Sua posição: *1*",
    "position: Sua posição: *2*",
  ]);
});

test("the bot answers neither our own messages nor delayed ones", async () => {
  const o = await office();
  await o.says("do celular", { fromMe: true, from: "bia" });
  await o.says("antiga", { at: Date.now() - 600_000, from: "caio" });
  expect((await o.got()).filter((text) => !text.startsWith("null"))).toEqual([]);
});

test("the bot greets, and the ticket waits in the queue, when the connection has one queue only", async () => {
  const o = await office({ queues: ["Única"], settings: { userRandom: "disabled" } });
  await o.within((tx) => tx`delete from app.chatbot_options`);
  await o.says("Oi");
  await o.says("Alguém?");
  expect(await o.got()).toEqual(["greeting: Olá, Ana!"]);
  expect(await o.ticket()).toMatchObject({ queueId: o.queueIds[0], isBot: false, status: "pending" });
});
