// An office at work on a product under proof: its signed-in people, connections and open conversations.
import { buildRequest, readAnswer } from "../contract/client.ts";
import { ApiError } from "../contract/client.ts";
import type { Answer, Call, Endpoint } from "../contract/endpoint.ts";
import { campaigns } from "../features/campaigns/contract.ts";
import { channelLogin, connections } from "../features/connections/contract.ts";
import { type Message, messages } from "../features/messages/contract.ts";
import { session } from "../features/session/contract.ts";
import { tags } from "../features/tags/contract.ts";
import { type Ticket, tickets } from "../features/tickets/contract.ts";
import { ADMIN, pause, until, type World } from "./harness.ts";
import type { ChannelId } from "./harness-standin.ts";

/** The fictional page and number of the stand-in. */
export const PAGE = "100200300400501";
export const PHONE = "400500600700801";
export const accountOf = (channel: ChannelId) => channel === "facebook" ? PAGE : PHONE;
export const CHANNELS: readonly ChannelId[] = ["facebook", "whatsappapi"];

export interface CallTrace {
  tries: number;
  ms: number;
  /** ms of the try that was answered. */
  lastMs: number;
}

/** An agent at work. Their client repeats a call with the same key after a lost connection, as the app does. */
export class Worker {
  #turn = 0;
  constructor(
    private bases: readonly string[],
    readonly token: string,
    readonly id: number,
    readonly companyId: number,
  ) {}

  static async signIn(bases: readonly string[], who: { email: string; password: string } = ADMIN): Promise<Worker> {
    const answer = await readAnswer(
      session.login,
      await fetch(buildRequest(bases[0]!, session.login, { body: who })),
    );
    return new Worker(bases, answer.token, answer.user.id, answer.user.company.id);
  }

  /** One try, at one of the processes. */
  async #once<E extends Endpoint>(
    e: E,
    call: Call<E>,
    turn: number,
    key?: string,
    signal?: AbortSignal,
  ): Promise<Answer<E>> {
    const base = this.bases[turn % this.bases.length]!;
    const headers = { authorization: `Bearer ${this.token}`, ...(key ? { "idempotency-key": key } : {}) };
    return await readAnswer(e, await fetch(buildRequest(base, e, call, { headers, signal })));
  }
  /** Repeats a call with the same key until it is answered, when a connection broke or the server is not ready. */
  async call<E extends Endpoint>(
    e: E,
    call: Call<E>,
    key?: string,
    trace?: (done: CallTrace) => void,
  ): Promise<Answer<E>> {
    const began = performance.now();
    const turn = this.#turn++;
    for (let tries = 1;; tries++) {
      const start = performance.now();
      try {
        const answer = await this.#once(e, call, turn + tries, key, AbortSignal.timeout(20_000));
        trace?.({ tries, ms: performance.now() - began, lastMs: performance.now() - start });
        return answer;
      } catch (error) {
        const passing = !(error instanceof ApiError) || error.status === 503 || error.status === 502;
        if (!passing || performance.now() - began > 120_000) throw error;
        await pause(100);
      }
    }
  }
}

/** The admin of a fresh world, with a page on Facebook and a number on WhatsApp Cloud, both connected. */
export async function openOffice(world: World): Promise<{ admin: Worker; lines: Record<ChannelId, number> }> {
  const admin = await Worker.signIn(world.bases);
  const [page] = await admin.call(channelLogin("/facebook").connect, {
    body: { facebookUserId: "1", facebookUserToken: "user-token", pageIds: [PAGE] },
  });
  const phone = await admin.call(connections.create, {
    body: {
      name: "Número",
      channel: "whatsappapi",
      phoneNumberId: PHONE,
      wabaId: "300400500600701",
      accessToken: "phone-token",
    },
  } as Call<typeof connections.create>);
  await until("both lines are connected", 40_000, async () => {
    const list = await admin.call(connections.list, {});
    return list.filter((one) => one.channel !== "webchat" && one.status === "CONNECTED").length === 2;
  });
  return { admin, lines: { facebook: page!.id, whatsappapi: phone.id } };
}

/** What a campaign asks first, and what it sends to who says yes. */
export const ASK = "Podemos enviar as ofertas?";
const OFFER = "Oferta para você, {primeiroNome}!";
/** Starts a campaign to everybody with an open ticket, at any hour, over these lines; its id. */
export async function startOffers(
  world: World,
  admin: Worker,
  [whatsappId, ...whatsappIds]: number[],
): Promise<number> {
  const tag = await admin.call(tags.create, { body: { name: "Ofertas" } });
  await world.sql`
    insert into app.contact_tags (company_id, contact_id, tag_id)
    select company_id, contact_id, ${tag.id} from app.tickets where company_id = ${admin.companyId} and status = 'open'`;
  const settings = { messageInterval: 0, longerIntervalAfter: 0, startHour: "00:00", endHour: "00:00" };
  await admin.call(campaigns.setSettings, {
    body: { settings: { ...settings, sabado: true, domingo: true, dailyLimit: 50_000 } },
  });
  const { id } = await admin.call(campaigns.create, {
    body: {
      ...{ name: "Ofertas", message1: OFFER, message2: OFFER, confirmation: true, confirmationMessage1: ASK },
      ...{ tagListId: tag.id, whatsappId: whatsappId!, whatsappIds, skipOpen: false },
    },
  });
  await admin.call(campaigns.start, { params: { id } });
  return id;
}

export interface Conversation {
  channel: ChannelId;
  from: string;
  ticket: Ticket;
}

/** Customers who have written once, and whose tickets the person has accepted. */
export async function openConversations(
  world: World,
  admin: Worker,
  count: number,
  prefix = "9",
): Promise<Conversation[]> {
  const wanted = Array.from({ length: count }, (_, index) => {
    const channel = CHANNELS[index % 2]!;
    const from = channel === "facebook" ? `24${prefix}00000${1000 + index}` : `55119${prefix}000${1000 + index}`;
    return { channel, from, name: `Cliente ${prefix}-${index}` };
  });
  await Promise.all(
    wanted.map(({ channel, from, name }) =>
      world.meta.say({ channel, account: accountOf(channel), from, name, text: "Olá" }, world.bases[0]!)
    ),
  );
  // The product learns a Facebook customer's name a while after the first message.
  const rows = await until("their tickets are there, with their names", 30_000 + count * 100, async () => {
    const found = await world.sql<{ id: number; value: string }[]>`
      select t.id, i.value from app.tickets t join app.contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
      join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id and c.name not like 'psid%'
      where t.company_id = ${admin.companyId} and i.value = any (${
      wanted.map((one) => one.from)
    }) and t.status <> 'closed'`;
    return found.length >= wanted.length && found;
  });
  return await Promise.all(wanted.map(async ({ channel, from }) => {
    const id = rows.find((row) => row.value === from)!.id;
    const ticket = await admin.call(tickets.update, { params: { id }, body: { status: "open" } });
    return { channel, from, ticket };
  }));
}

/** The whole conversation as a person sees it, oldest first. */
export async function readConversation(admin: Worker, ticketId: number): Promise<Message[]> {
  const pages: Message[][] = [];
  for (let pageNumber = 1;; pageNumber++) {
    const page = await admin.call(
      messages.list,
      { params: { ticketId }, query: { pageNumber, markAsRead: "false" } } as never,
    );
    pages.unshift(page.messages);
    if (!page.hasMore) return pages.flat();
  }
}
