// The stand-in for WhatsApp's server as a proof drives it: a process of its own, over its control port
// (channels/whatsapp/simulator/README.md lists the calls), and companies' phones that are linked to the product under proof.
import { join } from "node:path";
import { connections } from "../features/connections/contract.ts";
import type { Call } from "../contract/endpoint.ts";
import type { Inputs } from "../../channels/whatsapp/simulator/commands.ts";
import type { Simulator } from "../../channels/whatsapp/simulator/simulator.ts";
import { tickets } from "../features/tickets/contract.ts";
import type { Ticket } from "../features/tickets/contract.ts";
import { Child, until, type World } from "./harness.ts";
import type { Worker } from "./harness-office.ts";

type Answers = { [K in keyof Inputs]: Awaited<ReturnType<Simulator[K]>> };

/** A customer's conversation with a linked number. */
export interface Chat {
  from: string;
  ticket: Ticket;
}
/** One message as the service took it, by its id: a repeated send is the same one. */
export interface Taken {
  id: string;
  chat: string;
  text: string;
  /** Whether its reader could open it. */
  read: boolean;
  sends: number;
}

export class Phones {
  private constructor(
    private child: Child,
    private folder: string,
    private addresses: Record<string, string>,
  ) {}

  static async open(): Promise<Phones> {
    const folder = await Deno.makeTempDir({ prefix: "recado-phones-" });
    const child = new Child("../../channels/whatsapp/simulator/main.ts", {}, ["0", "0", "0", join(folder, "ca.pem")]);
    const line = await until("the simulator says where it is", 20_000, () => child.said[0]);
    return new Phones(child, folder, JSON.parse(line));
  }
  async close(): Promise<void> {
    await this.child.end();
    await Deno.remove(this.folder, { recursive: true });
  }

  /** The environment with which a product reaches it. */
  get env(): Record<string, string> {
    const { socket, rootKey } = this.addresses;
    return { WHATSAPP_SOCKET_URL: socket!, WHATSAPP_ROOT_KEY: rootKey!, DENO_CERT: join(this.folder, "ca.pem") };
  }
  async tell<K extends keyof Inputs>(call: K, input: Inputs[K]): Promise<Answers[K]> {
    const response = await fetch(`${this.addresses.control}/${call}`, { method: "POST", body: JSON.stringify(input) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${call}: ${answer.error}`);
    return answer as Answers[K];
  }

  /** A new connection of the company, not linked yet. */
  async connection(admin: Worker, name: string): Promise<number> {
    const made = await admin.call(
      connections.create,
      { body: { name, channel: "whatsapp" } } as Call<typeof connections.create>,
    );
    return made.id;
  }
  /** The phone of `pn` scans the connection's code. Resolves when messages may come. */
  async link(admin: Worker, connectionId: number, pn: string): Promise<void> {
    await this.tell("person", { pn, name: `Loja ${pn.slice(-4)}`, business: `Loja ${pn.slice(-4)}` });
    await this.scan(admin, connectionId, pn);
    await this.connected(admin, connectionId);
  }
  async scan(admin: Worker, connectionId: number, pn: string): Promise<void> {
    const qr = await until("a QR code is shown", 30_000, async () => {
      const shown = await this.show(admin, connectionId);
      if (shown.status === "qrcode") return shown.qrcode;
      throw new Error(`${shown.status} ${shown.reason ?? ""}`);
    });
    await this.tell("scan", { pn, qr });
  }
  async connected(admin: Worker, connectionId: number, ms = 40_000): Promise<void> {
    await until("the connection is connected", ms, async () => {
      const { status, reason } = await this.show(admin, connectionId);
      if (status === "CONNECTED") return true;
      throw new Error(`${status} ${reason ?? ""}`);
    });
  }
  async show(admin: Worker, connectionId: number) {
    const list = await admin.call(connections.list, { query: {} } as Call<typeof connections.list>);
    return list.find(({ id }) => id === connectionId)!;
  }

  /** Customers who have written to the number once, and whose tickets the person has accepted. */
  async chats(world: World, admin: Worker, account: string, people: readonly string[]): Promise<Chat[]> {
    const content = { kind: "text", text: "Olá" } as const;
    await Promise.all(people.map((from, n) => this.tell("say", { account, from, name: `Cliente ${n}`, content })));
    const rows = await until("their tickets are there", 60_000, async () => {
      const found = await world.sql<{ id: number; value: string }[]>`
        select t.id, i.value from app.tickets t join app.contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
        where t.company_id = ${admin.companyId} and i.kind = 'phone' and i.value = any (${people as string[]}) and t.status <> 'closed'`;
      return found.length >= people.length && found;
    });
    return await Promise.all(people.map(async (from) => {
      const { id } = rows.find(({ value }) => value === from)!;
      return { from, ticket: await admin.call(tickets.update, { params: { id }, body: { status: "open" } }) };
    }));
  }
  /** The messages that the service took from the number so far, in order. */
  async taken(account: string): Promise<Taken[]> {
    const { accepted } = await this.tell("state", { account });
    return accepted.map(({ id, chat, message, readBy, sends }) => ({
      id,
      chat,
      text: message?.conversation ?? message?.extendedTextMessage?.text ?? "",
      read: chat in readBy,
      sends,
    }));
  }
}
