// A company with a line and a contact list, for tests of campaigns. Nothing leaves: tests say what became of the messages.
import { withTenant } from "../../../db/tenant.ts";
import { manifestOf } from "../../core/manifests.ts";
import type { ChannelPort } from "../../core/parts.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { contactLists } from "../contact-lists/contract.ts";
import { campaigns, type ShippingState } from "./contract.ts";
import { tickCampaigns } from "./tick.ts";

let serial = 10_000_000;
/** A Brazilian mobile that nobody else has. */
export const freshNumber = () => `55119${++serial}`;

export interface Shop {
  admin: Person;
  line: number;
  listId: number;
  numbers: string[];
}
/** A shop without hours and intervals, and so many people on a list who all have WhatsApp. */
export async function shop(people = 3, settings: object = {}): Promise<Shop> {
  const admin = await someone();
  const line = await makeConnection(admin, "whatsapp");
  const { id: listId } = await admin.call(contactLists.create, { body: { name: "Clientes" } });
  const numbers = Array.from({ length: people }, freshNumber);
  await admin.call(campaigns.setSettings, {
    body: {
      settings: {
        ...{
          messageInterval: 0,
          longerIntervalAfter: 0,
          startHour: "00:00",
          endHour: "00:00",
          sabado: true,
          domingo: true,
        },
        ...settings,
      },
    },
  });
  await withTenant({ companyId: admin.companyId }, async (tx) => {
    for (const [at, number] of numbers.entries()) {
      await tx`insert into app.contact_list_items (list_id, name, number) values (${listId}, ${`Zoé ${at}`}, ${number})`;
      await tx`insert into app.number_checks (channel, number, identities) values ('whatsapp', ${number}, ${
        JSON.stringify([{ kind: "phone", value: number }])
      }::text::jsonb)`;
    }
    await tx`update app.contact_lists set items = ${people} where id = ${listId}`;
  });
  return { admin, line, listId, numbers };
}

/** A campaign of the shop's list that was just started; its lines are free at whatever time a turn has. */
export async function started(of: Shop, fields: object = {}): Promise<number> {
  const { admin, line, listId } = of;
  const { id } = await admin.call(campaigns.create, {
    body: { name: "Natal", message1: "Oi, {primeiroNome}!", whatsappId: line, contactListId: listId, ...fields },
  });
  await admin.call(campaigns.start, { params: { id } });
  await inShop(of, (tx) => tx`update app.campaign_lines set next_at = '2020-01-01' where campaign_id = ${id}`);
  return id;
}
/** One turn of the company's campaigns, at this time. */
export function tick({ admin }: Pick<Shop, "admin">, now = new Date()): Promise<void> {
  const plugins = new Map(["whatsapp", "webchat", "whatsappapi"].map((id) => [id, { manifest: manifestOf(id) }]));
  return tickCampaigns({ plugins } as unknown as ChannelPort, now, admin.companyId);
}
export const inShop = <T>({ admin }: Pick<Shop, "admin">, work: Parameters<typeof withTenant<T>>[1]): Promise<T> =>
  withTenant({ companyId: admin.companyId }, work);

export interface Sent {
  body: string;
  key: string;
  status: string;
  sendClass: number;
  connectionId: number;
}
/** The messages that the company's campaigns have written, in their order. */
export const sent = (of: Pick<Shop, "admin">): Promise<Sent[]> =>
  inShop(of, async (tx) => [
    ...await tx<Sent[]>`
      select body, key, status, send_class as "sendClass", connection_id as "connectionId" from app.messages
      where from_me and key like 'campaign:%' order by id`,
  ]);
/** The channel has taken everything that waits. */
export const settleAll = (of: Pick<Shop, "admin">, ack = 1): Promise<unknown> =>
  inShop(of, async (tx) => {
    await tx`delete from app.messages_held`;
    await tx`
      update app.messages set status = 'sent', ack = ${ack}, tried_since = coalesce(tried_since, now()) where from_me and status in ('waiting', 'sending')`;
  });
/** People of a campaign by state, with their reasons. */
export async function stand({ admin }: Pick<Shop, "admin">, id: number): Promise<[ShippingState, string][]> {
  const { records } = await admin.call(campaigns.shipping, { params: { id }, query: {} });
  return records.map(({ status, reason }) => [status, reason]);
}
