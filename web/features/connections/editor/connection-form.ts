// The connection form's values: what it begins with, what is missing, and which tab a mistake is on.
import type { z } from "zod";
import { connectionRuleFields, type ConnectionRuleValues } from "../../../../api/contract/rules/connection.ts";
import type { ChannelInfo, ConnectionForm } from "../../../../api/features/connections/contract.ts";
import type { FullConnection } from "../full-connection.ts";
import { randomToken } from "./token-field.tsx";

export type Values = z.input<typeof ConnectionForm>;
export type Body = z.output<typeof ConnectionForm>;
export type TabName = "general" | "integrations" | "messages" | "chatbot" | "ratings" | "hours" | "pace";

/** A new connection does nothing by itself but ask three times. */
const quiet: ConnectionRuleValues = {
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeSendQueue: 0,
  sendIdQueue: null,
  expiresTicket: 0,
  whenExpiresTicket: 0,
  expiresInactiveMessage: "",
  timeInactiveMessage: 0,
  inactiveMessage: "",
  ratingMessage: "",
  expiresTicketNPS: 0,
  maxUseBotQueuesNPS: 3,
  timeCreateNewTicket: 0,
  collectiveVacationStart: null,
  collectiveVacationEnd: null,
  collectiveVacationMessage: "",
  schedules: [],
  integrationId: null,
  promptId: null,
};
const rules = Object.keys(connectionRuleFields) as (keyof ConnectionRuleValues)[];

export function valuesOf(connection: FullConnection | undefined, channel: ChannelInfo, isFirst: boolean): Values {
  return {
    name: connection?.name ?? "",
    channel: channel.id,
    isDefault: connection?.isDefault ?? isFirst,
    allowGroup: connection?.allowGroup ?? false,
    groupAsTicket: connection?.groupAsTicket ?? "disabled",
    token: connection?.token ?? randomToken(),
    greetingMessage: connection?.greetingMessage ?? "",
    complationMessage: connection?.complationMessage ?? "",
    outOfHoursMessage: connection?.outOfHoursMessage ?? "",
    importOldMessages: connection?.importOldMessages ?? null,
    importRecentMessages: connection?.importRecentMessages ?? null,
    importOldMessagesGroups: connection?.importOldMessagesGroups ?? false,
    closedTicketsPostImported: connection?.closedTicketsPostImported ?? false,
    queueIdImportMessages: connection?.queueIdImportMessages ?? null,
    queueIds: connection?.queues.map((queue) => queue.id) ?? [],
    ...Object.fromEntries(rules.map((name) => [name, (connection ?? quiet)[name]])),
  };
}

/** What a body says of the connection's rules. */
export const rulesIn = (body: Body): ConnectionRuleValues => ({ ...quiet, ...body }) as ConnectionRuleValues;

const tabs: [RegExp, TabName][] = [
  [
    /^(greetingMessage|complationMessage|outOfHours|import|queueIdImport|closedTicketsPost|collective|inactive)/,
    "messages",
  ],
  [/^(timeInactive|timeCreate)/, "messages"],
  [/^(rating|expiresTicketNPS|maxUseBotQueuesNPS)/, "ratings"],
  [/^(maxUseBot|timeUseBot|timeSend|sendIdQueue|expires|whenExpires)/, "chatbot"],
  [/^schedules/, "hours"],
  [/^(integrationId|promptId)/, "integrations"],
];
/** The tab a field is on. */
export const tabOf = (field: string): TabName => tabs.find(([names]) => names.test(field))?.[1] ?? "general";
const order: readonly TabName[] = ["general", "integrations", "messages", "chatbot", "ratings", "hours", "pace"];
/** The first tab with one of these fields. */
export const firstTab = (fields: readonly string[]): TabName =>
  order.find((tab) => fields.some((field) => tabOf(field) === tab)) ?? "general";
