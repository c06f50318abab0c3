// Numbers linked like a device, with the stand-in for WhatsApp's server in a process of its own: how soon a message is on the
// attendant's screen and an answer at WhatsApp, what an idle session takes, how fast all are back.
import { Worker } from "../proofs/harness-office.ts";
import { Phones } from "../proofs/harness-whatsapp.ts";
import { listen } from "./setup/listeners.ts";
import { percentile } from "./setup/measure.ts";
import { type Started, startProduct } from "./setup/processes.ts";
import { ADMIN, openLines, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const SESSIONS = 50;
/** Of these, so many are written to, with so many customers each. */
const BUSY = 20;
const CUSTOMERS = 3;
/** Messages a second over all of them; the bar is for the last. */
const RATES = [20, 50, 100];
const BARRED = 100;
const AT_ONCE = 5;
const numberOf = (n: number) => `55119666600${String(n).padStart(2, "0")}`;
const customerOf = (n: number, c: number) => `5511977770${c}${String(n).padStart(2, "0")}`;
const busy = Array.from({ length: BUSY }, (_, n) => n).flatMap((n) =>
  Array.from({ length: CUSTOMERS }, (_, c) => ({ account: numberOf(n), from: customerOf(n, c) }))
);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const now = () => performance.timeOrigin + performance.now();
const ms = (value: number) => `${value.toFixed(0)} ms`;
const MB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const encoder = new TextEncoder();

interface Opened {
  s: Setting;
  phones: Phones;
  start(): Promise<Started>;
  ids: number[];
}

/** All of it: fifty numbers are linked once. */
export async function whatsapp(s: Setting): Promise<TableLine[]> {
  const phones = await Phones.open();
  const start = () => startProduct(s.database, "api,worker,channels", phones.env);
  let product = await start();
  try {
    await s.sql`update app.plans set connections = 1000`;
    // Another admin than the one whose session is used: a sign-in ends a person's session on the same kind of device.
    const admin = await Worker.signIn([`http://127.0.0.1:${product.port}`], {
      email: "bench02@bench.local",
      password: "bench-senha-1",
    });
    const ids: number[] = [];
    for (let n = 0; n < SESSIONS;) {
      const some = Array.from({ length: Math.min(AT_ONCE, SESSIONS - n) }, () => n++);
      await Promise.all(some.map(async (at) => {
        ids[at] = await phones.connection(admin, `Bench ${at}`);
        await phones.link(admin, ids[at]!, numberOf(at));
      }));
    }
    const opened = { s, phones, start, ids };
    const found = [...await arriving(opened, product), ...await sending(opened, product)];
    await product.stop();
    product = await start();
    await allConnected(opened, SESSIONS);
    found.push(...await again(opened, product, (fresh) => product = fresh));
    await product.stop();
    found.push(...await idle(opened, (fresh) => product = fresh));
    return found;
  } finally {
    await product.stop();
    await phones.close();
    await s.sql`update app.connections set wanted = false where company_id = 2 and channel = 'whatsapp'`;
  }
}

/** From the call that makes a customer write, its sealing included, to the event on a stream. */
async function arriving({ s, phones }: Opened, product: Started): Promise<TableLine[]> {
  const said = new Map<number, number>();
  const times: number[] = [];
  let warm = true;
  const close = await listen(product.port, await s.bearer(), (number, at) => {
    if (!warm && said.has(number)) times.push(at - said.get(number)!);
  });
  let number = 0;
  const say = async ({ account, from }: typeof busy[number]) => {
    const mine = number++;
    const content = { kind: "text", text: `bench-${mine}. Bom dia, o pedido já saiu?` } as const;
    said.set(mine, performance.now());
    await phones.tell("say", { account, from, name: `Cliente ${from.slice(-4)}`, content });
  };
  // Everybody has written once: contacts, tickets and keys are there.
  for (const one of busy) await say(one);
  await sleep(3_000);
  [warm, number] = [false, 1_000_000];
  const found: TableLine[] = [];
  for (const perSecond of RATES) {
    times.length = 0;
    const count = perSecond * (s.quick ? 10 : 30);
    const began = performance.now();
    const sent: Promise<void>[] = [];
    for (let i = 0; i < count; i++) {
      await sleep(Math.max(0, began + i * 1000 / perSecond - performance.now()));
      sent.push(say(busy[i % busy.length]!));
    }
    await Promise.all(sent);
    const rate = count / (performance.now() - began) * 1000;
    for (let waited = 0; times.length < count && waited < 20_000; waited += 100) await sleep(100);
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const missing = count - times.length;
    const barred = perSecond === BARRED;
    found.push(plain(
      `WhatsApp message to event, ${BUSY} sessions, ${rate.toFixed(0)}/s (p50 / p99)`,
      `${ms(p50)} / ${ms(p99)}${missing ? `, ${missing} missing` : ""}`,
      barred ? "< 60 ms / < 300 ms" : "–",
      barred ? missing === 0 && p50 < 60 && p99 < 300 : null,
    ));
  }
  close();
  return found;
}

/** From the attendant's POST to the moment at which WhatsApp has the message. */
async function sending({ s, phones }: Opened, product: Started): Promise<TableLine[]> {
  await s.sql`
    update app.tickets t set status = 'open', user_id = ${ADMIN} from app.connections c
    where t.company_id = 2 and c.company_id = 2 and c.id = t.connection_id and c.channel = 'whatsapp' and t.status = 'pending'`;
  const tickets = await s.sql<{ id: number }[]>`
    select t.id::integer from app.tickets t join app.connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.company_id = 2 and c.channel = 'whatsapp' and t.status = 'open' order by t.id`;
  const headers = { ...await s.bearer(), "content-type": "application/json" };
  const found: TableLine[] = [];
  for (const [label, perSecond] of [["one at a time", 0], ["20/s", 20]] as const) {
    const lines = await openLines(product.port, 10);
    const began = new Map<string, number>();
    const count = s.quick ? 100 : 400;
    const post = async (i: number) => {
      const text = `${label} ${i}`;
      const path = `/api/messages/${tickets[i % tickets.length]!.id}`;
      const keyed = { ...headers, "idempotency-key": crypto.randomUUID() };
      began.set(text, now());
      const { status } = await lines[i % lines.length]!.ask(
        "POST",
        path,
        keyed,
        encoder.encode(JSON.stringify({ body: text })),
      );
      if (status !== 200) throw new Error(`POST ${path} answered ${status}`);
    };
    const { next } = await phones.tell("state", { after: 0 });
    /** When each of ours was taken, as far as they were. */
    const taken = async () => {
      const { accepted } = await phones.tell("state", { after: next });
      return accepted.flatMap(({ message, at }) => {
        const start = began.get(message?.conversation ?? message?.extendedTextMessage?.text ?? "");
        return start === undefined ? [] : [at - start];
      });
    };
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      if (perSecond) {
        await sleep(Math.max(0, start + i * 1000 / perSecond - performance.now()));
        void post(i);
      } else {
        await post(i);
        await sleep(60);
      }
    }
    let times = await taken();
    for (let waited = 0; times.length < count && waited < 20_000; waited += 200) {
      (await sleep(200), times = await taken());
    }
    lines.forEach((line) => line.close());
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const missing = count - times.length;
    found.push(plain(
      `send to WhatsApp, ${label} (p50 / p99)`,
      `${ms(p50)} / ${ms(p99)}${missing ? `, ${missing} missing` : ""}`,
      "p50 < 60 ms",
      missing === 0 && p50 < 60,
    ));
  }
  return found;
}

/** How many of the numbers are logged in, and the most sockets that one of them ever had. */
async function connected({ phones }: Opened): Promise<{ count: number; most: number }> {
  const { accounts } = await phones.tell("state", { after: Number.MAX_SAFE_INTEGER });
  return {
    count: accounts.filter(({ devices }) => devices.some(({ active }) => active)).length,
    most: Math.max(...accounts.map(({ sockets }) => sockets.most)),
  };
}
async function allConnected(opened: Opened, count: number): Promise<void> {
  for (let waited = 0; (await connected(opened)).count < count; waited += 50) {
    if (waited > 60_000) throw new Error(`not ${count} sessions within a minute`);
    await sleep(50);
  }
}

/** A restart: from the start of the process, its loading included, until the last number is logged in. */
async function again(opened: Opened, product: Started, keep: (fresh: Started) => void): Promise<TableLine[]> {
  const times: number[] = [];
  for (let turn = 0; turn < (opened.s.quick ? 1 : 3); turn++) {
    await product.stop();
    const began = performance.now();
    const starting = opened.start();
    await allConnected(opened, SESSIONS);
    times.push((performance.now() - began) / 1000);
    keep(product = await starting);
  }
  const { most } = await connected(opened);
  return [plain(
    `restart until ${SESSIONS} sessions are back (slowest); sockets of one number`,
    `${Math.max(...times).toFixed(1)} s; ${most}`,
    "≤ 20 s; 1",
    Math.max(...times) <= 20 && most === 1,
  )];
}

/** Resident memory with one session and with all, of a process that only holds them. */
async function idle(opened: Opened, keep: (fresh: Started) => void): Promise<TableLine[]> {
  const { s, ids } = opened;
  const want = (count: number) =>
    s.sql`update app.connections set wanted = id = any (${
      ids.slice(0, count)
    }::bigint[]) where company_id = 2 and channel = 'whatsapp'`;
  const wait = () => sleep(s.quick ? 10_000 : 30_000);
  await want(1);
  const product = await opened.start();
  keep(product);
  await allConnected(opened, 1);
  await wait();
  const one = await product.memory();
  await want(SESSIONS);
  await allConnected(opened, SESSIONS);
  await wait();
  const all = await product.memory();
  if (one === null || all === null) return [plain("memory of an idle session", "–", "≤ 8 MB", null)];
  const each = (all - one) / (SESSIONS - 1);
  return [plain(
    `memory of an idle session over the first (${MB(one)} with one, ${MB(all)} with ${SESSIONS})`,
    MB(each),
    "≤ 8 MB",
    each <= 8e6,
  )];
}
