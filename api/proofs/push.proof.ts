// Rings when closed: real product processes, a push service at the network's edge that opens what it is sent, customers who
// write through the stand-in for Meta.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildRequest, readAnswer } from "../contract/client.ts";
import type { Call } from "../contract/endpoint.ts";
import { companies } from "../features/companies/contract.ts";
import { messages } from "../features/messages/contract.ts";
import { type Level, notifications } from "../features/notifications/contract.ts";
import { queues } from "../features/queues/contract.ts";
import { session } from "../features/session/contract.ts";
import { settings } from "../features/settings/contract.ts";
import { tickets } from "../features/tickets/contract.ts";
import { users } from "../features/users/contract.ts";
import { minuteIn } from "../features/notifications/decide.ts";
import { openWorld, pause, until, type World } from "./harness.ts";
import { accountOf, openOffice, Worker } from "./harness-office.ts";
import { PushService, type Subscription } from "./harness-push.ts";

const PASSWORD = "Colega-2026-x";
const PHONE_UA = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)";
/** Long enough for an unwanted push to have arrived. */
const SILENCE_MS = 1_500;

let service: PushService;
let world: World;
let admin: Worker;
let queueId = 0;
let otherQueue = 0;
let serial = 0;

interface Attendant {
  worker: Worker;
  email: string;
  device: Subscription;
}

beforeAll(async () => {
  service = new PushService();
  world = await openWorld(["api,channels", "worker"], { EGRESS_ALLOW: service.host });
  const office = await openOffice(world);
  admin = office.admin;
  service.publicKey = (await admin.call(notifications.rules, {})).publicKey;
  for (const [index, name] of ["Vendas", "Suporte"].entries()) {
    const queue = await admin.call(queues.create, {
      body: { name, color: ["#112233", "#223344"][index]!, greetingMessage: "Olá" },
    });
    if (index === 0) queueId = queue.id;
    else otherQueue = queue.id;
  }
  for (const connection of Object.values(office.lines)) {
    await world
      .sql`insert into app.connection_queues (company_id, connection_id, queue_id) values (${admin.companyId}, ${connection}, ${queueId})`;
  }
}, 180_000);
afterAll(async () => {
  await world?.close();
  await service?.close();
});

/** Signs in with a browser of this kind. */
async function signIn(email: string, agent = "Desk"): Promise<Worker> {
  const request = buildRequest(world.bases[0]!, session.login, { body: { email, password: PASSWORD } }, {
    headers: { "user-agent": agent },
  });
  const answer = await readAnswer(session.login, await fetch(request));
  return new Worker(world.bases, answer.token, answer.user.id, answer.user.company.id);
}
async function register(worker: Worker, device = service.subscribe()): Promise<Subscription> {
  await worker.call(notifications.addDevice, { body: { ...device.form, name: "Aparelho" } });
  return device;
}
/** A colleague with one device. */
async function attendant(
  level: Level = "waiting",
  more: Record<string, unknown> = {},
  rules: Record<string, unknown> = {},
): Promise<Attendant> {
  const email = `p${++serial}@provas.local`;
  const form = { name: `Pessoa ${serial}`, email, password: PASSWORD, queueIds: [queueId], ...more };
  await admin.call(users.create, { body: form } as Call<typeof users.create>);
  const worker = await signIn(email);
  await worker.call(notifications.changeRules, { body: { level, ...rules } } as Call<typeof notifications.changeRules>);
  return { worker, email, device: await register(worker) };
}
/**
 * Removes people who have no part in a test, so that it does not ring them. Their accepted tickets wait again and ring those they
 * wait for; those rings arrive before the next person comes.
 */
async function forget(...people: Attendant[]): Promise<void> {
  for (const one of people) await admin.call(users.remove, { params: { id: one.worker.id } });
  await until("nothing is left to be said", 60_000, async () => {
    const rows = await world.sql`
      select 1 from graphile_worker.jobs where task_identifier like 'notifications.%' and attempts < max_attempts`;
    return rows.length === 0;
  });
}

/** A customer writes; answers the ticket. */
async function customer(
  from: string,
  text: string,
  name = `Cliente ${from}`,
): Promise<{ id: number; uuid: string; from: string }> {
  await world.meta.say(
    { channel: "whatsappapi", account: accountOf("whatsappapi"), from, name, text },
    world.bases[0]!,
  );
  return await until("the ticket is there", 10_000, async () => {
    const [row] = await world.sql<{ id: number; uuid: string }[]>`
      select t.id, t.uuid from app.tickets t join app.contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
      join app.messages m on m.company_id = t.company_id and m.ticket_id = t.id
      where i.value = ${from} and t.status <> 'closed' and m.body = ${text} order by m.id desc limit 1`;
    return row && { ...row, from };
  });
}
/** A known customer who has agreed to data processing, so that the bot asks no question first. */
async function agreed(name?: string): Promise<string> {
  const from = newNumber();
  const { id } = await customer(from, "Bom dia", name);
  await admin.call(tickets.update, { params: { id }, body: { status: "closed" } });
  await world.sql`
    update app.contacts set consent_at = now() where id = (select contact_id from app.tickets where id = ${id})`;
  return from;
}
const newNumber = () => `55119${String(10_000_000 + ++serial).padStart(8, "0")}`;
const rangFor = (ticket: { uuid: string }) => (one: { body: { data: { uuid: string | null; kind: string } } }) =>
  one.body.data.uuid === ticket.uuid && one.body.data.kind !== "clear";

test("all processes use one pair of keys, sealed in the database", async () => {
  expect(service.publicKey).toMatch(/^[\w-]{87}$/);
  const rows = await world.sql<{ name: string; bytes: number }[]>`
    select name, length(sealed) as bytes from app.platform_secrets where name = 'vapid'`;
  expect(rows).toEqual([{ name: "vapid", bytes: 1 + 4 + 12 + 16 + 43 }]);
});

test("waiting and accepted tickets ring the right people, for every level and kind of person", async () => {
  const hour = minuteIn("America/Sao_Paulo", new Date());
  const time = (minute: number) =>
    `${String(Math.floor(((minute + 1440) % 1440) / 60)).padStart(2, "0")}:${
      String((minute + 1440) % 60).padStart(2, "0")
    }`;
  const quiet = { quiet: { on: true, from: time(hour - 60), to: time(hour + 60) } };
  const awake = { quiet: { on: true, from: time(hour + 120), to: time(hour + 180) } };
  const people = {
    waiting: await attendant("waiting"),
    awake: await attendant("waiting", {}, awake),
    byQueue: await attendant("none", {}, { queues: [{ queueId, level: "waiting" }] }),
    mine: await attendant("mine"),
    mentions: await attendant("mentions"),
    none: await attendant("none"),
    quiet: await attendant("waiting", {}, quiet),
    notInQueue: await attendant("waiting", {}, { queues: [{ queueId, level: "mine" }] }),
    elsewhere: await attendant("waiting", { queueIds: [otherQueue] }),
  };
  const ticket = await customer(newNumber(), "Quem atende?");
  for (const who of ["waiting", "awake", "byQueue"] as const) {
    await people[who].device.arrives(`${who} is rung`, rangFor(ticket));
  }
  await pause(SILENCE_MS);
  const rung = Object.entries(people).filter(([, one]) => one.device.rings.length).map(([name]) => name);
  expect(rung).toEqual(["waiting", "awake", "byQueue"]);
  const { body, headers } = people.waiting.device.rings[0]!;
  expect(body).toMatchObject({
    web_push: 8030,
    notification: {
      body: "Quem atende?",
      tag: ticket.uuid,
      navigate: `/tickets/${ticket.uuid}`,
      lang: "pt-BR",
    },
    data: { kind: "ticket", uuid: ticket.uuid, ticketId: ticket.id, status: "pending" },
  });
  expect(body.notification!.app_badge).toBeGreaterThan(0);
  expect([headers.get("topic"), headers.get("urgency")]).toEqual([ticket.uuid.replaceAll("-", ""), "high"]);

  // Accepted: the notification goes from everybody else, and later messages ring the owner only.
  await people.mine.worker.call(tickets.update, { params: { id: ticket.id }, body: { status: "open" } });
  for (const who of ["waiting", "awake", "byQueue"] as const) {
    await people[who].device.arrives(`${who} is cleared`, (one) => one.body.data.kind === "clear");
  }
  const cleared = people.waiting.device.clears[0]!.body;
  expect(Object.keys(cleared).sort()).toEqual(["app_badge", "data"]);
  expect(cleared.data).toMatchObject({ kind: "clear", uuid: ticket.uuid, status: "open" });
  const { from } = ticket;
  await customer(from, "Ainda aí?");
  await people.mine.device.arrives("the owner is rung", rangFor(ticket));
  await pause(SILENCE_MS);
  expect(Object.values(people).map((one) => one.device.rings.length)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0]);
  expect(people.mine.device.rings[0]!.body.notification!.body).toBe("Quem atende?\nAinda aí?");

  // Read: it goes from the reader's device.
  await people.mine.worker.call(messages.list, { params: { ticketId: ticket.id } } as Call<typeof messages.list>);
  const gone = await people.mine.device.arrives("the reader is cleared", (one) => one.body.data.kind === "clear");
  expect(gone.body.app_badge).toBe(0);

  // Transferred: the new owner is rung, the former one is not.
  await people.mine.worker.call(tickets.update, {
    params: { id: ticket.id },
    body: { isTransfered: true, queueId, userId: people.none.worker.id, status: "open" },
  } as Call<typeof tickets.update>);
  await people.none.worker.call(tickets.update, {
    params: { id: ticket.id },
    body: { isTransfered: true, queueId, userId: people.mine.worker.id, status: "open" },
  } as Call<typeof tickets.update>);
  const given = await people.mine.device.arrives(
    "who got it is rung",
    (one) => one.body.notification?.body.startsWith("Transferido") ?? false,
  );
  expect(given.body.data.status).toBe("open");
  // Back to the queue: it begins to wait.
  await people.mine.worker.call(tickets.update, { params: { id: ticket.id }, body: { status: "pending" } });
  await people.awake.device.arrives(
    "it waits again",
    (one) => one.body.notification?.body.startsWith("Aguardando") ?? false,
  );
  // Closed: nothing is left anywhere.
  await people.awake.worker.call(tickets.update, { params: { id: ticket.id }, body: { status: "closed" } });
  await until("nothing shows any more", 10_000, async () => {
    const rows = await world.sql`select 1 from app.notifications_shown where ticket_id = ${ticket.id} and showing`;
    return rows.length === 0;
  });
  expect(people.none.device.got).toEqual([]);
  expect(people.elsewhere.device.got).toEqual([]);
  expect(people.quiet.device.got).toEqual([]);
  await forget(...Object.values(people));
});

test("a push hides text and masks numbers as the company wants, shows the last three lines and stays below 3 KB", async () => {
  const plain = await attendant();
  const shy = await attendant("waiting", {}, { hideText: true });
  const turkish = await attendant("waiting", { language: "tr" });
  const [from, long, short] = [await agreed(""), await agreed("Ünsal Çağlayanoğulları".repeat(20)), await agreed()];
  for (const column of ["enableLGPD", "lgpdHideNumber"]) {
    await admin.call(settings.updateCompany, { body: { column, data: "enabled" } });
  }
  const boss = await register(admin);
  await admin.call(notifications.changeRules, {
    body: { level: "waiting", queues: [{ queueId, level: "waiting" }] },
  } as Call<typeof notifications.changeRules>);
  for (const text of ["um", "dois", "três"]) await customer(from, text, "");
  const ticket = await customer(from, "quatro", "");
  const last = await plain.device.arrives(
    "the newest line",
    (one) => one.body.notification?.body.endsWith("quatro") ?? false,
  );
  expect(last.body.notification).toMatchObject({
    title: `${from.slice(0, 4)}*******${from.slice(-2)}`,
    body: "dois\ntrês\nquatro",
  });
  expect(last.text).not.toContain(from);
  const seen = await boss.arrives("the admin", (one) => one.body.notification?.body.endsWith("quatro") ?? false);
  expect(seen.body.notification!.title).toBe(from);
  const hidden = await shy.device.arrives("who hides text", rangFor(ticket));
  expect(hidden.body.notification).toMatchObject({ title: "Nova mensagem", body: "" });
  for (const one of shy.device.got) expect(one.text).not.toMatch(/quatro|\*|55119/);

  const big = await customer(long, "😀".repeat(2048), "Ünsal Çağlayanoğulları".repeat(20));
  const full = await turkish.device.arrives("4,096 characters", rangFor(big));
  expect(full.bytes).toBeLessThanOrEqual(3072);
  expect(full.body.notification!.body).toMatch(/^(😀)+…$/u);
  expect(full.body.notification!.lang).toBe("tr");

  await admin.call(settings.updateCompany, { body: { column: "pushText", data: "disabled" } });
  await customer(short, "segredo");
  const silent = await turkish.device.arrives("the company hides text", (one) => one.body.notification?.body === "");
  expect(silent.body.notification!.title).toBe("Yeni mesaj");
  for (const [column, data] of [["pushText", "enabled"], ["enableLGPD", "disabled"]] as const) {
    await admin.call(settings.updateCompany, { body: { column, data } });
  }
  for (const device of await admin.call(notifications.devices, {})) {
    await admin.call(notifications.removeDevice, { params: { id: device.id } });
  }
  await forget(plain, shy, turkish);
});

test("a mention rings the people a note names when they may see the ticket", async () => {
  const author = await attendant("none");
  const named = await attendant("mentions");
  const blind = await attendant("mentions", { queueIds: [otherQueue] });
  const stranger = await openOther();
  const ticket = await customer(newNumber(), "Pergunta difícil");
  await author.worker.call(tickets.update, { params: { id: ticket.id }, body: { status: "open" } });
  const note = (isPrivate: boolean, mentions: number[]) =>
    author.worker.call(messages.send, {
      params: { ticketId: ticket.id },
      body: { body: isPrivate ? "veja isto" : "Olá", isPrivate, mentions },
    } as Call<typeof messages.send>);
  const everybody = [named, blind, author].map((one) => one.worker.id).concat(stranger.worker.id);
  const { messages: [open] } = await note(false, everybody);
  expect(open!.data?.mentions).toBeUndefined();
  const { messages: [made] } = await note(true, everybody);
  expect(made!.data?.mentions).toEqual(
    [author, named].map((one) => ({ id: one.worker.id, name: expect.stringMatching(/^Pessoa/) })),
  );
  const rang = await named.device.arrives("who is named", (one) => one.body.data.kind === "mention");
  expect(rang.body.notification!.body).toMatch(/^Pessoa \d+ mencionou você: veja isto$/);
  expect(rang.body.data.messageId).toBe(made!.id);
  await pause(SILENCE_MS);
  expect([named.device.rings.length, blind.device.got.length, author.device.got.length]).toEqual([1, 0, 0]);
  expect(stranger.device.got).toEqual([]);
  await named.worker.call(messages.list, { params: { ticketId: ticket.id } } as Call<typeof messages.list>);
  await named.device.arrives("seen, gone", (one) => one.body.data.kind === "clear");
  await forget(author, named, blind);
});

/** A person of another company who wants every ring. */
async function openOther(): Promise<Attendant> {
  const email = `outra${++serial}@provas.local`;
  const body = { name: `Outra ${serial}`, email, password: PASSWORD, planId: 1 };
  await admin.call(companies.create, { body } as Call<typeof companies.create>);
  const worker = await signIn(email);
  return { worker, email, device: await register(worker) };
}

describe("a device", () => {
  test("is removed when it has unsubscribed, and rings once when its busy service is tried again", async () => {
    const gone = await attendant();
    const busy = await attendant();
    const fine = await attendant();
    gone.device.answers.push(410);
    busy.device.answers.push(503, 429);
    const ticket = await customer(newNumber(), "Alô");
    await busy.device.arrives("the third try", rangFor(ticket), 40_000);
    expect([busy.device.requests, fine.device.requests, gone.device.requests]).toEqual([3, 1, 1]);
    expect(await gone.worker.call(notifications.devices, {})).toEqual([]);
    const [listed] = await fine.worker.call(notifications.devices, {});
    expect(listed).toMatchObject({ name: "Aparelho", current: true, rangAt: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain("push/");
    await forget(gone, busy, fine);
  });

  test("is silent within 5 s after its session ends, in any way", async () => {
    const ways: [string, (one: Attendant) => Promise<unknown>][] = [
      ["log-out", (one) =>
        fetch(`${world.bases[0]}/api/auth/logout`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${one.worker.token}` },
        })],
      ["an admin ends it", (one) => admin.call(users.endSessions, { params: { id: one.worker.id } })],
      [
        "a new password",
        (one) =>
          admin.call(users.update, { params: { id: one.worker.id }, body: { password: "Outra-2026-y" } } as Call<
            typeof users.update
          >),
      ],
      [
        "another role",
        (one) =>
          admin.call(users.update, { params: { id: one.worker.id }, body: { profile: "admin" } } as Call<
            typeof users.update
          >),
      ],
      ["opened elsewhere", (one) => signIn(one.email)],
    ];
    const people = await Promise.all(ways.map(() => attendant()));
    const control = await attendant();
    for (const [index, [, end]] of ways.entries()) await end(people[index]!);
    const ticket = await customer(newNumber(), "Depois");
    await control.device.arrives("who is still signed in", rangFor(ticket));
    await pause(SILENCE_MS);
    // A device on which nobody signed out hears that the session is over, and nothing else.
    const heard = (one: Attendant) => one.device.got.map(({ body }) => body.data.kind);
    expect(people.map((one, index) => [ways[index]![0], heard(one)])).toEqual(
      ways.map(([name]) => [name, name === "log-out" ? [] : ["over"]]),
    );
    await forget(...people, control);
  });

  test("waits 10 s while its person is active on another, and does not ring for messages read there", async () => {
    const one = await attendant();
    const phone = await signIn(one.email, PHONE_UA);
    const pocket = await register(phone);
    await one.worker.call(session.presence, { body: { active: true } });
    const began = performance.now();
    const ticket = await customer(newNumber(), "Oi");
    await one.device.arrives("the one in use", rangFor(ticket));
    expect(pocket.got).toEqual([]);
    const later = await pocket.arrives("the pocket", rangFor(ticket), 20_000);
    expect(later.at - began).toBeGreaterThan(9_900);
    expect(later.at - began).toBeLessThan(14_000);
    await one.worker.call(tickets.update, { params: { id: ticket.id }, body: { status: "open" } });
    const { from } = ticket;
    await customer(from, "De novo");
    await one.device.arrives("rung again", (got) => got.body.notification?.body.endsWith("De novo") ?? false);
    await one.worker.call(messages.list, { params: { ticketId: ticket.id } } as Call<typeof messages.list>);
    await pause(12_500);
    expect(pocket.rings.length).toBe(1);
    await one.worker.call(session.presence, { body: { active: false } });
    await customer(from, "Agora já");
    await pocket.arrives("at once", (got) => got.body.notification?.body.endsWith("Agora já") ?? false, 5_000);
    await forget(one);
  });

  test("rings on request, not too often, and is refused when its address is private", async () => {
    const one = await attendant("none");
    expect(await one.worker.call(notifications.test, {})).toEqual({ reached: 1, failed: 0 });
    expect(one.device.got[0]!.body.data.kind).toBe("test");
    for (let i = 0; i < 5; i++) await one.worker.call(notifications.test, {});
    await expect(one.worker.call(notifications.test, {})).rejects.toMatchObject({ code: "ERR_TOO_MANY_REQUESTS" });
    const { keys } = one.device.form;
    for (
      const endpoint of [
        "http://push.example/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://localhost/1",
        "https://printer.local/1",
        "https://10.1.2.3/1",
        "https://user:secret@push.example/1",
      ]
    ) {
      await expect(one.worker.call(notifications.addDevice, { body: { endpoint, keys, name: "x" } }), endpoint).rejects
        .toMatchObject({ code: "ERR_PUSH_ADDRESS_REFUSED" });
    }
    const body = { endpoint: one.device.endpoint, keys: { ...keys, p256dh: "A".repeat(87) }, name: "x" };
    await expect(one.worker.call(notifications.addDevice, { body })).rejects.toMatchObject({
      code: "ERR_PUSH_ADDRESS_REFUSED",
    });
    await forget(one);
  });
});

test("a message rings once when the worker is killed between commit and send, or amid the sending", async () => {
  const [one, other] = [await attendant(), await attendant()];
  const worker = world.products[1]!;
  await worker.kill();
  const ticket = await customer(newNumber(), "Antes");
  await worker.start();
  await one.device.arrives("after the start", rangFor(ticket), 60_000);
  // Amid the sending: one device has it, the other's service has not answered; the next worker frees the job and carries it out.
  let killing: Promise<void> | null = null;
  service.before = async (device) => {
    if (device !== one.device) return;
    await pause(500);
    await (killing ??= worker.kill());
    throw new Error("nobody waits for this answer any more");
  };
  const second = await customer(newNumber(), "Durante");
  await until("it was hit", 20_000, () => killing !== null);
  await killing;
  service.before = () => Promise.resolve();
  await worker.start();
  await one.device.arrives("after the second start", rangFor(second), 90_000);
  await pause(SILENCE_MS);
  for (const { device } of [one, other]) {
    expect(device.rings.map((ring) => ring.body.data.uuid)).toEqual([ticket.uuid, second.uuid]);
  }
  await forget(one, other);
});

test("no log and no audit row holds a push's content, and every request was as push services want it", async () => {
  const said = world.products.flatMap((product) => product.said).join("\n");
  expect(said).not.toMatch(/\/push\/|p256dh|Quem atende|veja isto/);
  const rows = await world.sql<{ text: string }[]>`select a::text as text from app.audit a`;
  const text = rows.map((row) => row.text).join("\n");
  expect(text).not.toContain("/push/");
  expect(service.faults).toEqual([]);
  const metrics = await world.products.find((one) => one.hasApi)!.metrics();
  expect(metrics).toContain('recado_pushes_total{kind="test",result="sent"}');
});
