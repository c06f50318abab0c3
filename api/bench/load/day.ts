// A working day of many attendants, replayed faster than it passed: customers write, attendants accept, read, answer and close. Everybody
// does the next thing only when the one before has been answered, as people do.
import { signatureOf } from "../../../channels/meta/signature.ts";
import type { Line } from "../setup/http.ts";
import { APP_SECRET } from "../setup/processes.ts";
import { get, openLines } from "../setup/setting.ts";
import { webhookBody } from "../writes.ts";

/** What one attendant does in eight hours. */
const CONVERSATIONS = 40;
const ROUNDS = 5;
const DAY_S = 8 * 3600;
/** Pauses within one conversation: before each of its steps. */
const STEPS = 4 + 2 * ROUNDS;

export type Gesture = "list" | "open" | "send" | "change" | "inbound";
/** One answered call: what, when it began (`performance.now()`), and how long somebody waited, ms. */
export interface Timed {
  what: Gesture;
  at: number;
  ms: number;
}
/** Somebody of company 2 with a session. */
export interface Attendant {
  id: number;
  headers: () => Promise<Record<string, string>>;
}
export interface Day {
  /** Of the processes that answer: attendants are spread over them, and go to the first where theirs is gone. */
  ports: readonly number[];
  attendants: readonly Attendant[];
  /** Numbers of customers without a ticket that is open. */
  customers: readonly string[];
  /** How many times faster than the day. */
  speed: number;
}
export interface Replay {
  times: Timed[];
  /** What went wrong, as it was said; a person would have seen it. */
  failures: string[];
  /** Messages of customers that the product took. */
  told: number;
  /** A frame of the observing stream. */
  hear(text: string): void;
  /** Lets everybody end what they are at. */
  stop(): Promise<void>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const LIST =
  "/api/tickets?pageNumber=1&status=pending&showAll=true&queueIds=%5B1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9%2C10%5D";
/** A message that is not on the stream within this time is missing, ms. */
const MISSING_MS = 30_000;

/** Begins the day; it goes on until it is stopped. */
export function replay(day: Day): Replay {
  const times: Timed[] = [];
  const failures: string[] = [];
  const waiting = new Map<number, (ticketId: number) => void>();
  let ended = false;
  let serial = 0;
  let told = 0;
  let next = 0;
  const over = Promise.withResolvers<void>();
  /** Waits as somebody does between two steps; answers whether the day goes on. */
  const goesOn = async () => {
    const ms = -Math.log(1 - Math.random()) * DAY_S * 1000 / (CONVERSATIONS * STEPS * day.speed);
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([new Promise<void>((done) => timer = setTimeout(done, ms)), over.promise]);
    clearTimeout(timer);
    return !ended;
  };

  const timed = async <T>(what: Gesture, work: () => Promise<T>): Promise<T> => {
    const at = performance.now();
    const answer = await work();
    times.push({ what, at, ms: performance.now() - at });
    return answer;
  };
  /** A customer writes; answers the ticket's id when the message is on the observer's stream. */
  const write = async (line: Line, from: string): Promise<number> => {
    const number = serial++;
    const body = webhookBody(from, `wamid.DAY${number}`, `bench-${number}. Bom dia! O meu pedido já saiu?`);
    const headers = { "content-type": "application/json", "x-hub-signature-256": await signatureOf(body, APP_SECRET) };
    return await timed("inbound", async () => {
      const arrived = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`message ${number} did not come`)), MISSING_MS);
        waiting.set(number, (ticketId) => (clearTimeout(timer), waiting.delete(number), resolve(ticketId)));
      });
      arrived.catch(() => {});
      const { status } = await line.ask("POST", "/webhooks/whatsappapi", headers, body);
      if (status !== 200) throw new Error(`the webhook answered ${status}`);
      told++;
      return await arrived;
    });
  };
  const change = (line: Line, who: Attendant, method: string, path: string, body: object) =>
    timed(method === "POST" ? "send" : "change", async () => {
      const headers = {
        ...await who.headers(),
        ...{ "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      };
      const answer = await line.ask(method, path, headers, encoder.encode(JSON.stringify(body)));
      if (answer.status !== 200) {
        throw new Error(
          `${method} ${path.replace(/\d+/, "{id}")} answered ${answer.status} ${
            decoder.decode(answer.body).slice(0, 120)
          }`,
        );
      }
    });

  const conversation = async (line: Line, outside: Line, who: Attendant) => {
    const customer = day.customers[next++ % day.customers.length]!;
    if (!await goesOn()) return;
    const id = await write(outside, customer);
    if (!await goesOn()) return;
    await timed("list", async () => await get(line, LIST, await who.headers()));
    await change(line, who, "PUT", `/api/tickets/${id}`, { status: "open", userId: who.id, queueId: 1 + who.id % 10 });
    if (!await goesOn()) return;
    await timed("open", async () => await get(line, `/api/messages/${id}?pageNumber=1`, await who.headers()));
    for (let round = 0; round < ROUNDS; round++) {
      if (!await goesOn()) return;
      await change(line, who, "POST", `/api/messages/${id}`, {
        body: "Já vejo! O seu pedido sai hoje às 15h. ".repeat(1 + round),
      });
      if (!await goesOn()) return;
      await write(outside, customer);
    }
    if (!await goesOn()) return;
    await change(line, who, "PUT", `/api/tickets/${id}`, { status: "closed" });
  };
  const work = async (who: Attendant, at: number) => {
    for (let port = day.ports[at % day.ports.length]!; !ended; port = day.ports[0]!) {
      // Meta tells one address; people go where somebody answers.
      const [line] = await openLines(port, 1).catch(() => []);
      const [outside] = await openLines(day.ports[0]!, 1);
      try {
        while (line && !ended) await conversation(line, outside!, who);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
      line?.close();
      outside!.close();
      await goesOn();
    }
  };
  const all = Promise.all(day.attendants.map(work));
  return {
    times,
    failures,
    get told() {
      return told;
    },
    hear(text) {
      for (const frame of text.split("\n\n")) {
        if (!frame.includes('"body":"bench-')) continue;
        const { message } = JSON.parse(/^data: (.*)$/m.exec(frame)![1]!) as {
          message?: { body: string; ticketId: number };
        };
        const number = /^bench-(\d+)\./.exec(message?.body ?? "")?.[1];
        if (number) waiting.get(Number(number))?.(message!.ticketId);
      }
    },
    stop: async () => {
      ended = true;
      over.resolve();
      await all;
    },
  };
}

/** Says what went wrong, each kind once with how often. */
export function printFailures({ failures }: Pick<Replay, "failures">): void {
  for (const [failure, all] of Map.groupBy(failures, (one) => one)) console.log(`${all.length} times: ${failure}`);
}
