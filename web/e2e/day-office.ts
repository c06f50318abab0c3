// The office of the scripted day: two attendants and an admin, each with the inbox on screen; a number, a page and a chat on a site.
import type { Browser, Page } from "playwright-core";
import { ADMIN, until, type World } from "../../api/proofs/harness.ts";
import { PAGE, PHONE } from "../../api/proofs/harness-office.ts";
import { newDevice, signIn, sizes, type Watch } from "./people.ts";
import { ask } from "./visitor.ts";

export type Line = "whatsappapi" | "facebook" | "webchat";
export interface Customer {
  line: Line;
  name: string;
  /** Says something, as their channel carries it. */
  writes: (text: string) => Promise<void>;
}
export interface TicketRow {
  id: number;
  uuid: string;
  name: string;
  line: Line;
  status: string;
  userId: number | null;
  queueId: number | null;
  rating: number | null;
}
/** What the tabs of the list count. */
export type Tabs = Record<"open" | "pending" | "group", { count: number; unread: number }>;

/** Somebody at work; what they do goes through their own page. */
export class Attendant {
  constructor(readonly page: Page, readonly watch: Watch, readonly id: number) {}

  static async begin(browser: Browser, base: string, who: { email: string; password: string }): Promise<Attendant> {
    const { page, watch } = await newDevice(browser, base, sizes[0]!);
    await signIn(page, who);
    const { id } = await ask<{ id: number }>(page, "GET", "/auth/me");
    return new Attendant(page, watch, id);
  }
  /** Asks as this person; a refusal throws. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await ask<T>(this.page, method, path, body);
    const { error } = answer as { error?: unknown };
    if (error !== undefined) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
  /** Changes a ticket; answers it as it is then. */
  change(ticket: { id: number }, body: Record<string, unknown>): Promise<TicketRow> {
    return this.ask("PUT", `/tickets/${ticket.id}`, body);
  }
  accept(ticket: { id: number }, queueId?: number): Promise<TicketRow> {
    return this.change(ticket, { status: "open", userId: this.id, ...(queueId && { queueId }) });
  }
  /** The number beside a tab's word, as it is on screen; none is 0. */
  async badge(tab: string): Promise<number> {
    const text = await this.page.getByRole("tab", { name: new RegExp(tab) }).innerText();
    return Number(/\d+/.exec(text)?.[0] ?? 0);
  }
  /** Waits until both tabs show what the server counts; answers it. */
  async agrees(): Promise<Tabs> {
    return await until("the tabs say what there is", 15_000, async () => {
      const tabs = await this.ask<Tabs>("GET", "/tickets/counts");
      const [open, pending] = [await this.badge("Atendendo"), await this.badge("Aguardando")];
      return open === tabs.open.count && pending === tabs.pending.count && tabs;
    }, 200);
  }
}

export interface Office {
  admin: Attendant;
  bia: Attendant;
  caio: Attendant;
  sales: number;
  garage: number;
  customers: Customer[];
  tickets: () => Promise<TicketRow[]>;
}

const PASSWORD = "Dia-2026-inteiro";

/** Opens it: queues, connections with a menu, ratings and farewells, people, fifty customers who have not written yet. */
export async function openDay(world: World, browser: Browser): Promise<Office> {
  const base = world.bases[0]!;
  const admin = await Attendant.begin(browser, base, ADMIN);
  const make = <T>(path: string, body: unknown) => admin.ask<T>("POST", path, body);
  // This company has its own two queues, and what comes over the site waits in none.
  const given = await admin.ask<{ id: number }[]>("GET", "/queue");
  for (const { id } of given) await admin.ask("DELETE", `/queue/${id}`);
  const queue = async (name: string, color: string, orderQueue: number) =>
    (await make<{ id: number }>("/queue", { name, color, orderQueue, greetingMessage: `Você está em ${name}.` })).id;
  const sales = await queue("Vendas", "#16a34a", 1);
  const garage = await queue("Oficina", "#b45309", 2);
  for (
    const [column, data] of [
      ["userRating", "enabled"],
      ["greetingAcceptedMessage", "Aqui é {{userName}}."],
      ["sendGreetingAccepted", "enabled"],
      ["transferMessage", "Você vai para {{queue}}."],
      ["sendMsgTransfTicket", "enabled"],
      ["userRandom", "disabled"],
    ]
  ) await admin.ask("PUT", "/companySettings", { column, data });
  const words = {
    complationMessage: "Até logo, {{firstName}}!",
    ratingMessage: "De 0 a 10, que nota você dá?",
    expiresTicketNPS: 60,
  };
  await make("/whatsapp", {
    ...words,
    name: "Número",
    channel: "whatsappapi",
    phoneNumberId: PHONE,
    wabaId: "300400500600701",
    accessToken: "phone-token",
    greetingMessage: "Olá, {{firstName}}! Escolha:",
    queueIds: [sales, garage],
  });
  const [page] = await make<{ id: number }[]>("/facebook", {
    facebookUserId: "1",
    facebookUserToken: "user-token",
    pageIds: [PAGE],
  });
  await admin.ask("PUT", `/whatsapp/${page!.id}`, { ...words, queueIds: [sales] });
  // A line whose check did not come through is checked again after 5, 15 and 60 s.
  const lines = await until("all lines are connected", 90_000, async () => {
    const list = await admin.ask<{ channel: string; status: string; links: { kind: string; url: string }[] }[]>(
      "GET",
      "/whatsapp",
    );
    const told = list.map(({ channel, status }) => `${channel} ${status}`).join();
    if (list.filter((one) => one.status === "CONNECTED").length < 3) throw new Error(told);
    return list;
  });
  const chat = lines.find((one) => one.channel === "webchat")!.links.find((link) => link.kind === "page")!.url;
  const person = async (name: string, email: string, queueId: number) => {
    await make("/users", { name, email, password: PASSWORD, queueIds: [queueId] });
    return await Attendant.begin(browser, base, { email, password: PASSWORD });
  };
  return {
    admin,
    sales,
    garage,
    bia: await person("Bia Nunes", "bia@provas.local", sales),
    caio: await person("Caio Reis", "caio@provas.local", garage),
    customers: [
      ...Array.from({ length: 20 }, (_, i) => onMeta(world, "whatsappapi", `55119988${10000 + i}`, `Zap ${i}`)),
      // As the stand-in for Meta names its people.
      ...Array.from({ length: 20 }, (_, i) => onMeta(world, "facebook", `2498800${1000 + i}`, `Pessoa ${1000 + i}`)),
      ...Array.from({ length: 10 }, (_, i) => onSite(chat, `Site ${i}`)),
    ],
    tickets: async () =>
      await world.sql<TicketRow[]>`
        select t.id, t.uuid, c.name, t.channel as line, t.status, t.user_id as "userId", t.queue_id as "queueId", t.rating
        from app.tickets t join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id order by t.id`,
  };
}

function onMeta(world: World, channel: "whatsappapi" | "facebook", from: string, name: string): Customer {
  const account = channel === "facebook" ? PAGE : PHONE;
  return {
    line: channel,
    name,
    writes: async (text) => void await world.meta.say({ channel, account, from, name, text }, world.bases[0]!),
  };
}

function onSite(chat: string, name: string): Customer {
  let token = "";
  const post = async (what: string, body: unknown) => {
    const answer = await fetch(`${chat}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the site's chat answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  return {
    line: "webchat",
    name,
    writes: async (text) => {
      token ||= (await post("session", { name }) as { token: string }).token;
      await post("messages", { key: crypto.randomUUID(), text });
    },
  };
}
