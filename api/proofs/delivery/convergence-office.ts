// The office of the convergence proof: its people, and every action that the proof can draw.
import fc from "fast-check";
import type { Identity, InboundEvent } from "../../../channels/sdk/mod.ts";
import { platform, withTenant } from "../../../db/tenant.ts";
import { writeStatus } from "../../channels/lines/connections.ts";
import { closeGap } from "../../channels/lines/gaps.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { work as closePast } from "../../channels/past/close.ts";
import { tellPast } from "../../channels/past/tell.ts";
import type { Call } from "../../contract/endpoint.ts";
import { emit } from "../../core/live/emit.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { chats } from "../../features/chats/contract.ts";
import { connections } from "../../features/connections/contract.ts";
import { campaigns, reportChanged } from "../../features/campaigns/contract.ts";
import { contactLists, listItems } from "../../features/contact-lists/contract.ts";
import { companyExports } from "../../features/company-exports/contract.ts";
import { contacts } from "../../features/contacts/contract.ts";
import { drafts } from "../../features/drafts/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { tellFactors } from "../../features/factors/actions.ts";
import { optOuts } from "../../features/opt-outs/contract.ts";
import { prompts } from "../../features/prompts/contract.ts";
import { integrations } from "../../features/integrations/contract.ts";
import { fileLists } from "../../features/file-lists/contract.ts";
import { keepTemplates } from "../../features/templates/sync.ts";
import { schedules } from "../../features/schedules/contract.ts";
import { quickMessages } from "../../features/quick-messages/contract.ts";
import { settings } from "../../features/settings/contract.ts";
import { ticketNotes } from "../../features/ticket-notes/contract.ts";
import { tags } from "../../features/tags/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { users } from "../../features/users/contract.ts";
import type { Chance } from "../harness.ts";
import { anyName } from "../names.ts";
import { boardDeeds } from "./convergence-board.ts";
import { chatDeeds } from "./convergence-chats.ts";
import { platformDeeds } from "./convergence-platform.ts";
import { programDeeds } from "./convergence-programs.ts";

/** The office: its people, and the actions to draw from. */
export class Office {
  line = 0;
  second = 0;
  queueIds: number[] = [];
  /** A contact list that stays. */
  listId = 0;
  /** A campaign of that list. */
  campaignId = 0;
  serial = 0;
  /** Of an admin and a colleague in sales: what is said in it is on their screens. */
  chatId = 0;
  people!: Record<"admin" | "sales" | "garage" | "history", Person>;
  #names: string[];
  constructor(readonly chance: Chance) {
    this.#names = fc.sample(anyName.filter((name) => name.length > 1), {
      seed: chance.between(1, 2 ** 30),
      numRuns: 200,
    });
  }
  /** A name as people have it; one in a few is in use already. */
  name = () => this.chance.pick(this.#names);
  /** A name that nobody has, for places where names must be unique. */
  ownName = () => `${this.chance.pick(this.#names)} ${this.serial++}`;

  async open(): Promise<number[]> {
    const enableLGPD = this.chance.pick(["enabled", "disabled"]);
    const admin = await someone({ profile: "admin", settings: { userRating: "enabled", enableLGPD } });
    this.queueIds = [await makeQueue(admin), await makeQueue(admin)];
    this.line = await makeConnection(admin, "webchat");
    this.second = await makeConnection(admin, "webchat");
    const with_ = (queueIds: number[], flags = {}) => someone({ colleagueOf: admin, queueIds, flags });
    this.people = {
      admin,
      sales: await with_([this.queueIds[0]!]),
      garage: await with_([this.queueIds[1]!], { all_tickets: true }),
      history: await with_([], { all_history: true }),
    };
    this.chatId = (await admin.call(chats.create, { body: { users: [this.people.sales.userId] } })).id;
    // The bot leads on the first line; both ask for a rating at the end.
    await withTenant({ companyId: admin.companyId }, async (tx) => {
      await tx`update app.connections set rating_text = 'De 0 a 10?', greeting = case when id = ${this.line} then 'Olá!' else '' end`;
      await tx`insert into app.connection_queues (connection_id, queue_id) select ${this.line}, id from app.queues`;
    });
    this.listId = (await admin.call(contactLists.create, { body: { name: "Clientes" } })).id;
    const campaign = { name: "Natal", message1: "Oi", whatsappId: this.line, contactListId: this.listId };
    this.campaignId = (await admin.call(campaigns.create, { body: campaign })).id;
    await this.says(0);
    await this.says(1);
    const ids = (await this.tickets()).map((ticket) => ticket.id);
    return ids.slice(0, 2);
  }
  tickets = () =>
    platform()<{ id: number; status: string; user_id: number | null; contact_id: number }[]>`
      select id, status, user_id, contact_id from app.tickets where company_id = ${this.people.admin.companyId} order by id`;
  provider = (event: InboundEvent) => receive(this.people.admin.companyId, this.line, event);
  peer = (who: number) => ({
    identities: [{ kind: "visitor", value: `v${who}` }] as Identity[],
    name: this.#names[who]!,
  });
  says = (who = this.chance.between(0, 5), text = `texto ${this.serial}`) =>
    this.provider({
      kind: "message",
      peer: this.peer(who),
      externalId: `in-${this.serial++}`,
      fromMe: false,
      at: Date.now() - this.chance.pick([0, 0, 0, 5_000]),
      content: { type: "text", text },
    } as InboundEvent);
  async someTicket() {
    return this.chance.pick(await this.tickets());
  }
  everybody = () => Object.values(this.people);
  anyone = () => this.chance.pick(this.everybody());
  private async change(body: Record<string, unknown>, who = this.anyone()) {
    const { id } = await this.someTicket();
    await who.call(tickets.update, { params: { id }, body } as Call<typeof tickets.update>);
  }
  private async last(mine: boolean) {
    const [row] = await platform()<
      { id: number; external_id: string | null; key: string | null; identities: Identity[] }[]
    >`
      select id, external_id, key, array(select jsonb_build_object('kind', i.kind, 'value', i.value) from app.contact_identities i
        where i.company_id = m.company_id and i.contact_id = m.contact_id) as identities from app.messages m where company_id = ${this.people.admin.companyId} and from_me = ${mine} and not is_private order by md5(id::text || ${this.serial}::text) limit 1`;
    return row;
  }

  readonly actions: Record<string, () => Promise<unknown>> = {
    ...boardDeeds(this),
    ...chatDeeds(this),
    ...platformDeeds(this),
    ...programDeeds(this),
    says: () => this.says(),
    saysAgain: () => this.says(this.chance.between(0, 1)),
    /** A choice, a yes, or a rating, as the conversation stands. */
    answers: () => this.says(this.chance.between(0, 3), this.chance.pick(["1", "2", "9", "#", "sair", "obrigado"])),
    accept: () => this.change({ status: "open" }),
    acceptWithQueue: () => this.change({ status: "open", queueId: this.chance.pick(this.queueIds) }),
    giveBack: () => this.change({ status: "pending" }),
    close: () => this.change({ status: "closed" }),
    setQueue: () => this.change({ queueId: this.chance.pick(this.queueIds) }, this.people.admin),
    transfer: () =>
      this.change({
        isTransfered: true,
        queueId: this.chance.pick(this.queueIds),
        userId: this.chance.pick([null, this.anyone().userId]),
        msgTransfer: "veja",
      }),
    /** A ticket's owner begins an answer and transfers the ticket. */
    giveHalfWritten: async () => {
      const { admin, sales } = this.people;
      const all = await this.tickets();
      const theirs = all.find(({ status, user_id }) => status === "open" && user_id === admin.userId);
      const { id } = theirs ?? await this.someTicket();
      const open = { status: "open" as const, userId: admin.userId };
      if (!theirs) await admin.call(tickets.update, { params: { id }, body: open });
      const begun = {
        params: { ticketId: id, mode: "reply" as const },
        body: { text: `Já ${this.serial++}`, base: 0 },
      };
      await admin.call(drafts.write, begun);
      const away = { isTransfered: true, queueId: this.queueIds[0]!, userId: sales.userId };
      await admin.call(tickets.update, { params: { id }, body: away });
    },
    create: async () => {
      const { contact_id } = await this.someTicket();
      const body = {
        contactId: contact_id,
        whatsappId: this.chance.pick([this.line, this.second]),
        status: "open" as const,
      };
      await this.anyone().call(tickets.create, { body });
    },
    removeTicket: async () => {
      const all = await this.tickets();
      if (all.length > 8) await this.people.admin.call(tickets.remove, { params: { id: all.at(-1)!.id } });
    },
    write: async () => {
      const { id } = await this.someTicket();
      await this.anyone().call(
        messages.send,
        { params: { ticketId: id }, body: { body: `resposta ${this.serial++}` } } as never,
      );
    },
    note: async () => {
      const { id } = await this.someTicket();
      await this.anyone().call(
        messages.send,
        { params: { ticketId: id }, body: { body: "nota", isPrivate: true } } as never,
      );
    },
    forward: async () => {
      const [row] = await platform()<{ id: number }[]>`
        select id from app.messages where company_id = ${this.people.admin.companyId} and not is_private and not is_deleted and kind = 'chat' order by md5(id::text || ${this
        .serial++}::text) limit 1`;
      const { contact_id } = await this.someTicket();
      if (row) {
        await this.anyone().call(
          messages.forward,
          { body: { messageId: row.id, contactId: contact_id } } as Call<typeof messages.forward>,
        );
      }
    },
    read: async () => {
      const { id } = await this.someTicket();
      await this.anyone().call(messages.list, { params: { ticketId: id }, query: {} } as never);
    },
    acked: async () => {
      const row = await this.last(true);
      if (row?.key) {
        await this.provider(
          {
            kind: "status",
            externalId: row.external_id ?? `out-${row.id}`,
            key: row.key,
            ack: this.chance.between(1, 3),
            at: Date.now(),
          } as InboundEvent,
        );
      }
    },
    reacted: async () => {
      const row = await this.last(false);
      if (row?.external_id) {
        await this.provider(
          {
            kind: "reaction",
            peer: { identities: row.identities },
            targetId: row.external_id,
            emoji: this.chance.pick(["👍", null]),
            fromMe: false,
            at: Date.now(),
          } as InboundEvent,
        );
      }
    },
    corrected: async () => {
      const row = await this.last(false);
      if (row?.external_id) {
        await this.provider(
          {
            kind: "edit",
            peer: { identities: row.identities },
            targetId: row.external_id,
            text: `corrigido ${this.serial++}`,
            at: Date.now(),
          } as InboundEvent,
        );
      }
    },
    withdrawn: async () => {
      const row = await this.last(false);
      if (row?.external_id) {
        await this.provider(
          {
            kind: "remove",
            peer: { identities: row.identities },
            targetId: row.external_id,
            at: Date.now(),
          } as InboundEvent,
        );
      }
    },
    contactNew: () =>
      this.people.admin.call(
        contacts.create,
        { body: { name: this.name(), number: `5511977${100000 + this.serial++}` } } as Call<
          typeof contacts.create
        >,
      ),
    contactChange: async () => {
      const { contact_id } = await this.someTicket();
      await this.anyone().call(
        contacts.update,
        { params: { id: contact_id }, body: { name: this.name() } } as Call<typeof contacts.update>,
      );
    },
    contactGone: async () => {
      const [row] = await platform()<
        { id: number }[]
      >`select max(id) as id from app.contacts where company_id = ${this.people.admin.companyId} and number like '5511977%'`;
      if (row?.id) await this.people.admin.call(contacts.remove, { params: { id: row.id } });
    },
    queueNew: async () => {
      const color = `#${(0x100000 + this.serial * 4099).toString(16).slice(0, 6)}`;
      await this.people.admin.call(
        queues.create,
        { body: { name: this.ownName(), color, greetingMessage: "Olá" } } as Call<typeof queues.create>,
      );
    },
    queueChange: async () => {
      const color = `#${(0xa00000 + this.serial * 4099).toString(16).slice(0, 6)}`;
      const body = { name: this.ownName(), color, orderQueue: this.chance.pick([null, 1, 2]) };
      await this.people.admin.call(
        queues.update,
        { params: { id: this.chance.pick(this.queueIds) }, body } as Call<typeof queues.update>,
      );
    },
    queueGone: async () => {
      const [row] = await platform()<
        { id: number }[]
      >`select max(id) as id from app.queues where company_id = ${this.people.admin.companyId} and id <> all (${this.queueIds})`;
      if (row?.id) await this.people.admin.call(queues.remove, { params: { id: row.id } });
    },
    personChange: () =>
      this.people.admin.call(
        users.update,
        { params: { id: this.anyone().userId }, body: { name: this.name() } } as Call<
          typeof users.update
        >,
      ),
    personMoves: () =>
      this.people.admin.call(
        users.update,
        {
          params: { id: this.people.history.userId },
          body: { queueIds: this.chance.pick([[], [this.queueIds[0]!]]) },
        } as Call<typeof users.update>,
      ),
    personNew: () =>
      this.people.admin.call(
        users.create,
        {
          body: { name: this.name(), email: `n${crypto.randomUUID()}@provas.local`, password: "Colega-2026-x" },
        } as Call<typeof users.create>,
      ),
    personGone: async () => {
      const [row] = await platform()<
        { id: number }[]
      >`select max(id) as id from app.users where company_id = ${this.people.admin.companyId} and id <> all (${
        Object.values(this.people).map(({ userId }) => userId)
      })`;
      if (row?.id) await this.people.admin.call(users.remove, { params: { id: row.id } });
    },
    factorChange: () =>
      withTenant(
        { companyId: this.people.admin.companyId },
        (tx) => Promise.resolve(tellFactors(tx, this.people.admin.userId)),
      ),
    exportAsked: () => this.people.admin.call(companyExports.ask, {}),
    exportGone: () => this.people.admin.call(companyExports.drop, {}),
    /** Tickets of an import are closed in batches, and one word is said of all of them. */
    pastClosed: async () => {
      const { companyId, userId } = this.people.admin;
      await platform()`update app.tickets set imported_at = now() where company_id = ${companyId} and connection_id = ${this.line}
        and status = 'pending' and user_id is null and unread = 0 and id % 3 = 0`;
      await platform()`update app.connections set past_state = 'done' where company_id = ${companyId} and id = ${this.line}`;
      await closePast(companyId, { connectionId: this.line, userId });
    },
    lineChange: () =>
      this.people.admin.call(
        connections.update,
        { params: { id: this.line }, body: { name: this.ownName() } } as Call<typeof connections.update>,
      ),
    lineState: () =>
      writeStatus(
        this.people.admin.companyId,
        this.line,
        this.chance.pick(["CONNECTED", "DISCONNECTED", "OPENING"]),
        {},
      ),
    lineAway: async () => {
      const { companyId } = this.people.admin;
      await platform()`update app.connections set alive_at = now() - interval '5 minutes' where company_id = ${companyId} and id = ${this.line}`;
      await closeGap(companyId, this.line, this.chance.pick(["replayed", "unknown"]), 0);
    },
    pastComes: async () => {
      const { companyId } = this.people.admin;
      const status = { this: this.serial++, all: 1000, date: new Date() };
      await withTenant({ companyId }, async (tx) => {
        await tx`
          update app.connections set past_state = 'running', past_done = ${status.this}, past_all = ${status.all},
            past_at = ${status.date} where id = ${this.line}`;
        tellPast(tx, this.line, status);
      });
    },
    tagNew: async () => {
      const who = this.anyone();
      const { id } = await who.call(tags.create, { body: { name: this.ownName() } });
      const { contact_id } = await this.someTicket();
      await who.call(tags.sync, { body: { contactId: contact_id, tags: [id] } } as Call<typeof tags.sync>);
    },
    tagChange: async () => {
      const all = await this.people.admin.call(tags.all, {});
      if (!all.length) return;
      const { id } = this.chance.pick(all);
      await this.people.admin.call(tags.update, { params: { id }, body: { name: this.ownName() } });
    },
    tagGone: async () => {
      const all = await this.people.admin.call(tags.all, {});
      if (all.length > 4) await this.people.admin.call(tags.remove, { params: { id: this.chance.pick(all).id } });
    },
    promptNew: async () => {
      const [queue] = await this.people.admin.call(queues.list, {});
      if (queue) await this.people.admin.call(prompts.create, { body: { name: this.ownName(), queueId: queue.id } });
    },
    integrationNew: () =>
      this.people.admin.call(integrations.create, {
        body: { type: "webhook", name: this.ownName(), urlN8N: "https://fluxo.exemplo.com.br/1" },
      }),
    fileListNew: () => this.people.admin.call(fileLists.create, { body: { name: this.ownName(), message: "Segue" } }),
    scheduleNew: async () => {
      const [one] = await platform()<{ contact_id: number; connection_id: number }[]>`
        select contact_id, connection_id from app.tickets where company_id = ${this.people.admin.companyId} and connection_id = ${this.line} limit 1`;
      if (!one) return;
      const sendAt = new Date(Date.now() + 86_400_000).toISOString();
      const body = {
        body: `lembrete ${this.serial++}`,
        contactId: one.contact_id,
        whatsappId: one.connection_id,
        sendAt,
      };
      await this.people.admin.call(schedules.create, { body });
    },
    templatesRead: () => {
      const text = {
        language: "pt_BR",
        category: "UTILITY",
        status: "APPROVED",
        components: [{ type: "BODY", text: "Oi" }],
      };
      const found = [{ name: `modelo_${this.serial++}`, ...text }];
      return withTenant({ companyId: this.people.admin.companyId }, (tx) => keepTemplates(tx, this.line, found));
    },
    holidays: () =>
      this.people.admin.call(schedules.setHolidays, { body: { holidays: [{ day: "2027-12-25", name: "Natal" }] } }),
    quickNew: () =>
      this.people.admin.call(
        quickMessages.create,
        { body: { shortcode: this.ownName(), message: "Já vejo", geral: true } },
      ),
    listNew: () => this.people.admin.call(contactLists.create, { body: { name: this.ownName().slice(0, 50) } }),
    campaignNew: () =>
      this.people.admin.call(campaigns.create, { body: { name: this.ownName().slice(0, 50), message1: "Oi" } }),
    campaignGone: async () => {
      const { records } = await this.people.admin.call(campaigns.list, {});
      const spare = records.find(({ id }) => id !== this.campaignId);
      if (spare) await this.people.admin.call(campaigns.remove, { params: { id: spare.id } });
    },
    campaignTurns: async () => {
      const { companyId } = this.people.admin;
      const params = { id: this.campaignId };
      const { status } = await this.people.admin.call(campaigns.show, { params });
      await this.people.admin.call(status === "INATIVA" ? campaigns.start : campaigns.cancel, { params }).catch(
        () => {},
      );
      await withTenant({ companyId }, async (tx) => {
        emit(tx, reportChanged, { to: ["admin"] }, { action: "reload", campaignId: params.id });
        await tx`select 1`;
      });
    },
    listGone: async () => {
      const spare = (await this.people.admin.call(contactLists.all, {})).find(({ id }) => id !== this.listId);
      if (spare) await this.people.admin.call(contactLists.remove, { params: { id: spare.id } });
    },
    itemNew: () =>
      this.people.admin.call(listItems.create, {
        body: {
          contactListId: this.listId,
          name: this.ownName().slice(0, 50),
          number: `55119${String(90_000_000 - this.serial++)}`,
        },
      }),
    itemGone: async () => {
      const { contacts: [item] } = await this.people.admin.call(listItems.list, {
        query: { contactListId: this.listId },
      });
      if (item) await this.people.admin.call(listItems.remove, { params: { id: item.id } });
    },
    listFilled: async () => {
      const all = await this.people.admin.call(tags.all, {});
      if (!all.length) return;
      const body = { tagId: this.chance.pick(all).id };
      await this.people.admin.call(contactLists.fromTag, { params: { id: this.listId }, body });
    },
    optOutNew: () =>
      this.people.admin.call(optOuts.add, { body: { number: `55119${String(10_000_000 + this.serial++)}` } }),
    optOutGone: async () => {
      const { records } = await this.people.admin.call(optOuts.list, {});
      if (records.length) {
        await this.people.admin.call(optOuts.remove, { params: { id: this.chance.pick(records).id } });
      }
    },
    noteNew: async () => {
      const { id } = await this.someTicket();
      await this.people.admin.call(ticketNotes.create, { body: { ticketId: id, note: "Paga em dia" } });
    },
    setting: () =>
      this.people.admin.call(
        settings.updateCompany,
        { body: { column: "transferMessage", data: `passo ${this.serial++}` } } as Call<typeof settings.updateCompany>,
      ),
  };
}
