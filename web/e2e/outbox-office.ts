// What the outbox scripts stand on: customers of a page on Facebook, a colleague, and the rows that are the truth.
import type { BrowserContext, Page } from "playwright-core";
import { accountOf, openOffice, Worker } from "../../api/proofs/harness-office.ts";
import type { ChannelId } from "../../api/proofs/harness-standin.ts";
import { until, type World } from "../../api/proofs/harness.ts";
import type { Call } from "../../api/contract/endpoint.ts";
import { queues } from "../../api/features/queues/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { storeOn } from "./device.ts";

let serial = 0;
export interface Customer {
  ticketId: number;
  contactId: number;
  uuid: string;
  name: string;
}
export class Office {
  constructor(
    readonly world: World,
    /** Who holds the phone: one session per person, so they act here only before they sign in there. */
    readonly phone: Worker,
    /** What is connected. */
    readonly lines: Record<ChannelId, number>,
    readonly admin: Worker,
    readonly ana: Worker,
    readonly queueId: number,
  ) {}

  static async open(world: World): Promise<Office> {
    const { admin: phone, lines } = await openOffice(world);
    const queue = await phone.call(queues.create, {
      body: { name: "Vendas", color: "#db2777", greetingMessage: "Olá!" },
    } as Call<typeof queues.create>);
    const colleague = async (name: string) => {
      const who = { email: `${name.toLowerCase()}@provas.local`, password: `${name}-provas-2026-x` };
      await phone.call(users.create, {
        body: { name, ...who, profile: "admin", queueIds: [queue.id] },
      } as unknown as Call<typeof users.create>);
      return await Worker.signIn(world.bases, who);
    };
    return new Office(world, phone, lines, await colleague("Bruno"), await colleague("Ana"), queue.id);
  }

  /** A customer who has written; their ticket waits, or is the admin's when `open`. */
  async customer(name: string, open = true, channel: ChannelId = "facebook"): Promise<Customer> {
    const from = channel === "facebook" ? `2490000${10000 + ++serial}` : `551197000${1000 + ++serial}`;
    const text = `Olá, sou ${name}`;
    await this.world.meta.say({ channel, account: accountOf(channel), from, name, text }, this.world.bases[0]!);
    const row = await until(`the ticket of ${name}`, 30_000, async () => {
      const [found] = await this.world.sql<{ id: number; contact_id: number; uuid: string }[]>`
        select t.id, t.contact_id, t.uuid from app.tickets t join app.contact_identities i
          on i.company_id = t.company_id and i.contact_id = t.contact_id where i.value = ${from}`;
      return found;
    });
    await this.admin.call(tickets.update, { params: { id: row.id }, body: { queueId: this.queueId } });
    if (open) {
      const body = { status: "open" as const, userId: this.phone.id };
      await this.admin.call(tickets.update, { params: { id: row.id }, body });
    }
    return { ticketId: row.id, contactId: row.contact_id, uuid: row.uuid, name };
  }

  /** What was said in a ticket from our side, oldest first. */
  async said(
    ticketId: number,
  ): Promise<{ id: number; body: string; kind: string; key: string; is_private: boolean }[]> {
    const rows = await this.world.sql<{ id: number; body: string; kind: string; key: string; is_private: boolean }[]>`
      select id, body, kind, key, is_private from app.messages where ticket_id = ${ticketId} and from_me order by id`;
    return rows.map((row) => ({ ...row, body: row.body.replace(/^\*[^*]*\*:\n/, "") }));
  }
  async ticket(
    id: number,
  ): Promise<{ status: string; user_id: number | null; queue_id: number | null; unread: number }> {
    const [row] = await this.world.sql<
      { status: string; user_id: number | null; queue_id: number | null; unread: number }[]
    >`select status, user_id, queue_id, unread from app.tickets where id = ${id}`;
    return row!;
  }
}

export interface KeptRow {
  id: string;
  kind: string;
  state: string;
  reason: string | null;
  ticketId: number;
  maybeSent: boolean;
  found?: { user: string };
}
/** The rows on the device, as they are in its database. */
export const rowsOn = async (page: Page): Promise<KeptRow[]> => await storeOn(page, "outbox") as KeptRow[];

/** Waits until the service worker answers for this page. */
export async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => void await navigator.serviceWorker.ready);
  await page.reload();
  await until("the worker is there", 10_000, () => page.evaluate(() => navigator.serviceWorker.controller !== null));
}
/** The rows somebody made on purpose: that a ticket was read may wait as well. */
export const wantedOn = async (page: Page): Promise<KeptRow[]> =>
  (await rowsOn(page)).filter(({ kind }) => kind !== "read");
/** Everything that was written has left this device. */
export async function allSent(page: Page, ms = 40_000): Promise<void> {
  await until("the outbox is empty", ms, async () => {
    const rows = await rowsOn(page);
    if (rows.length > 0) throw new Error(rows.map((row) => JSON.stringify(row)).join("\n"));
    return true;
  });
}
export async function offline(context: BrowserContext, off: boolean): Promise<void> {
  await context.setOffline(off);
  // The service worker has a network of its own, which the browser would use for what waits.
  for (const worker of context.serviceWorkers()) {
    await worker.evaluate((off) => {
      const own = globalThis as unknown as { fetch: typeof fetch; network?: typeof fetch };
      own.network ??= own.fetch;
      own.fetch = off ? () => Promise.reject(new TypeError("no network")) : own.network;
    }, off).catch(() => undefined);
  }
}
/** Writes and sends in the open conversation. */
export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: /^(Mensagem para|Nota sobre)/ });
  await box.fill(text);
  await page.getByRole("button", { name: /^(Enviar|Guardar nota)$/ }).click();
  await page.getByRole("log").getByText(text).waitFor();
}
