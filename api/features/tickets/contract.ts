// Tickets: conversations with one contact over one connection (docs/product/tickets.md).
import { z } from "zod";
import {
  ContactNumber,
  endpoint,
  Id,
  IdOrNone,
  IdParam,
  Instant,
  jsonList,
  naming,
  Ok,
  pageFacts,
  QueryFlag,
  text,
} from "../../contract/endpoint.ts";
import { TICKETS_PAGE, TICKETS_PAGE_MAX } from "../../contract/limits.ts";
import { changes } from "../../contract/event.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { contactChanged, TagBadge } from "../contacts/contract.ts";
import { QueueBadge } from "../queues/contract.ts";
import { UserBadge } from "../users/contract.ts";

export const ticketStatuses = ["open", "pending", "closed", "group", "lgpd", "nps"] as const;
export type TicketStatus = typeof ticketStatuses[number];
export const Status = z.enum(ticketStatuses);
/**
 * What a list or a tab of a status holds besides it: a customer who is asked for consent still waits, one who is asked for a rating is done.
 */
export const heldBy: Partial<Record<string, readonly TicketStatus[]>> = {
  pending: ["pending", "lgpd"],
  closed: ["closed", "nps"],
};
export const statusesOf = (status: string): readonly string[] => heldBy[status] ?? [status];
const uuid = naming(
  "ticket.uuid",
  z.string().regex(/^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/),
);

export const Ticket = z.object({
  id: z.number(),
  uuid: z.string(),
  status: z.string(),
  queueId: z.number().nullable(),
  queue: QueueBadge.nullable(),
  contactId: z.number(),
  contact: z.object({
    id: z.number(),
    name: z.string(),
    urlPicture: z.string().nullable(),
    number: ContactNumber,
    isGroup: z.boolean(),
  }),
  channel: z.string(),
  lastMessage: z.string(),
  /** What the customer said last, while they wait and the last words are the bot's or a colleague's. */
  lastInbound: z.object({ kind: z.string(), body: z.string() }).nullish(),
  lastFromMe: z.boolean(),
  /** Who of a group said it. */
  lastSender: z.string().nullable(),
  lastAck: z.number(),
  /** The last message was deleted, and its words with it. */
  lastDeleted: z.boolean().optional(),
  lastInboundAt: Instant.nullable(),
  waitingSince: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  unreadMessages: z.number(),
  whatsappId: z.number().nullable(),
  whatsapp: z.object({
    id: z.number(),
    name: z.string(),
    groupAsTicket: z.string(),
    /** Whether it says goodbye when a ticket is closed, and has a question for a rating. What a device kept from before may lack it. */
    hasFarewell: z.boolean().optional(),
    hasRating: z.boolean().optional(),
  }).nullable(),
  isGroup: z.boolean(),
  isBot: z.boolean(),
  userId: z.number().nullable(),
  user: UserBadge.nullable(),
  /** Its own and its contact's. */
  tags: z.array(TagBadge),
  /** What it is about is worth, in hundredths of the currency. What a device kept from before may lack it. */
  valueCents: z.number().nullish(),
  /** 0 to 10. */
  userRating: z.number().nullable(),
  /** The same as one of five faces. What a device kept from before may lack it. */
  userRatingFace: z.number().nullable().optional(),
  isTransfered: z.boolean(),
  useIntegration: z.boolean(),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketQuery = z.object({
  searchParam: z.string().max(200).optional().default(""),
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
  /** Tickets per page (search view). */
  pageSize: z.coerce.number().int().min(1).max(TICKETS_PAGE_MAX).optional().default(TICKETS_PAGE),
  status: Status.optional(),
  statusFilter: jsonList(Status),
  tags: jsonList(Id("tag")),
  users: jsonList(Id("user")),
  /** 0 stands for tickets without a queue. */
  queueIds: jsonList(IdOrNone("queue")),
  whatsapps: jsonList(Id("connection")),
  contacts: jsonList(Id("contact")),
  date: z.union([z.literal(""), z.iso.date()]).optional(),
  updatedAt: z.union([z.literal(""), z.iso.date()]).optional(),
  showAll: QueryFlag.optional().default(false),
  withUnreadMessages: QueryFlag.optional().default(false),
  searchOnMessages: QueryFlag.optional().default(false),
  sortTickets: z.enum(["ASC", "DESC"]).optional().default("DESC"),
});
const MessageHit = z.object({ messageId: z.number(), text: z.string() });
export type MessageHit = z.infer<typeof MessageHit>;
export const TicketPage = z.object({
  tickets: z.array(Ticket),
  ...pageFacts,
  /** By ticket, where the words of a search are in its messages, the newest; only with `searchOnMessages`. */
  hits: z.record(z.string(), MessageHit).optional(),
});

export const TicketUpdate = z.object({
  status: Status.optional(),
  userId: Id("user").nullish(),
  queueId: Id("queue").nullish(),
  msgTransfer: text(4000).nullish(),
  isTransfered: z.boolean().optional(),
  sendFarewellMessage: z.boolean().optional(),
  amountUsedBotQueues: z.coerce.number().int().min(0).max(1000).optional(),
  useIntegration: z.boolean().optional(),
  /** Who had the ticket when the person acted, null for nobody. Somebody else by now: refused, their work is not undone. */
  ifUserId: Id("user").nullish(),
});
export const LogEntry = z.object({
  id: z.number(),
  type: z.string(),
  user: UserBadge.nullable(),
  queue: QueueBadge.nullable(),
  /** Why, where the type has reasons: of `toPeople`, what the integration failed in. */
  detail: z.string().nullable(),
  createdAt: Instant,
});
/** Lists of what the tabs count: as in `GET /tickets`, where a missing one filters nothing. */
const TabFilters = TicketQuery.pick({ queueIds: true, users: true, whatsapps: true, tags: true, showAll: true });
const Tab = z.object({ count: z.number(), unread: z.number() });

export const ticketChanged = changes("company-{id}-ticket", "ticket", "ticketId", Ticket);
const live = [ticketChanged, contactChanged, nameChanged, manyChanged] as const;

export const tickets = {
  list: endpoint({
    method: "GET",
    path: "/tickets",
    key: "tickets:read",
    summary: "Tickets one may see, a page of 40 at a time unless asked otherwise.",
    access: "user",
    live,
    query: TicketQuery,
    response: TicketPage,
  }),
  counts: endpoint({
    method: "GET",
    path: "/tickets/counts",
    key: "tickets:read",
    summary: "How many tickets each tab holds.",
    access: "user",
    live,
    query: TabFilters,
    response: z.object({ open: Tab, pending: Tab, group: Tab }),
  }),
  show: endpoint({
    method: "GET",
    path: "/tickets/u/{uuid}",
    key: "tickets:read",
    summary: "One ticket by its uuid.",
    access: "user",
    live,
    params: z.object({ uuid }),
    response: Ticket,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/tickets",
    key: "tickets:write",
    summary: "Opens a ticket with a contact; answers the live one if there is one.",
    access: "user",
    body: z.object({
      contactId: Id("contact"),
      userId: Id("user").nullish(),
      status: z.enum(["open", "pending"]).optional().default("open"),
      queueId: Id("queue").nullish(),
      whatsappId: Id("connection").nullish(),
      companyId: Id("company").optional(),
    }),
    response: Ticket,
    errors: [
      "ERR_OTHER_OPEN_TICKET",
      "ERR_NO_CONTACT_FOUND",
      "ERR_NO_QUEUE_FOUND",
      "ERR_NO_WAPP_FOUND",
      "ERR_NO_DEF_WAPP_FOUND",
      "ERR_CONTACT_OUT_OF_REACH",
      "ERR_NO_USER_FOUND",
    ],
  }),
  lines: endpoint({
    method: "GET",
    path: "/tickets/connections/{contactId}",
    key: "tickets:read",
    summary: "The connections by which a contact can be written to, the one that a new ticket takes first.",
    access: "user",
    params: z.object({ contactId: Id("contact") }),
    response: z.array(z.object({ id: z.number(), name: z.string(), channel: z.string() })),
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/tickets/{id}",
    key: "tickets:write",
    summary: "Accepts, returns, closes, ignores, reopens or transfers a ticket.",
    access: "user",
    params: IdParam("ticket"),
    body: TicketUpdate,
    response: Ticket,
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_QUEUE_FOUND",
      "ERR_NO_USER_FOUND",
      "ERR_TICKET_TAG_REQUIRED",
      "ERR_TICKET_NOT_OPEN",
      "ERR_OTHER_OPEN_TICKET",
      "ERR_ALREADY_IN_STATE",
    ],
  }),
  takeBack: endpoint({
    method: "POST",
    path: "/tickets/takeBack/{id}",
    summary: "Undoes one's own transfer of a moment ago, unless somebody has touched the ticket since.",
    access: "user",
    params: IdParam("ticket"),
    response: Ticket,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_TICKET_NOT_OPEN"],
  }),
  unread: endpoint({
    method: "POST",
    path: "/tickets/unread/{id}",
    summary: "Marks a live ticket unread, to come back to it.",
    access: "user",
    params: IdParam("ticket"),
    response: Ticket,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_TICKET_NOT_OPEN"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/tickets/{id}",
    summary: "Deletes a ticket with its messages.",
    access: "ticket-options:deleteTicket",
    params: IdParam("ticket"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  closeAll: endpoint({
    method: "POST",
    path: "/tickets/closeAll",
    summary: "Closes all tickets of a status in the given queues, without farewell.",
    access: "tickets-manager:closeAll",
    body: z.object({
      status: z.enum(["open", "pending", "group"]),
      selectedQueueIds: z.array(IdOrNone("queue")).max(1000),
    }),
    /** `untagged`: left open, because the company wants a tag first. */
    response: z.object({ closed: z.number(), untagged: z.number() }),
    audit: true,
  }),
  log: endpoint({
    method: "GET",
    path: "/tickets-log/{ticketId}",
    key: "tickets:read",
    summary: "What happened to a ticket.",
    access: "user",
    params: z.object({ ticketId: Id("ticket") }),
    response: z.array(LogEntry),
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
};
