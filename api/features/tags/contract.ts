// Tags: colours by which contacts are sorted, and the lanes tickets stand in on the board (docs/product/tags.md#kinds).
import { z } from "zod";
import { endpoint, Id, IdOrNone, IdParam, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { Contact, TagBadge } from "../contacts/contract.ts";
import { Ticket } from "../tickets/contract.ts";

/** 0: a tag of contacts, 1: a lane of the board. The two are never listed together. */
export const TagKind = z.coerce.number().int().min(0).max(1);
export const Tag = TagBadge.extend({
  kanban: z.number(),
  /** Of a lane: its board. */
  boardId: z.number().nullable(),
  /** Of a lane: what is in it was won, or lost. */
  outcome: z.enum(["won", "lost"]).nullable(),
  /** Of a lane: its place on the board, from the left. */
  position: z.number(),
  /** Of a lane: minutes after which a ticket goes to the next one; 0: it stays. */
  timeLane: z.number(),
  nextLaneId: z.number().nullable(),
  /** Of a lane: where a ticket goes when its customer answers. */
  rollbackLaneId: z.number().nullable(),
  /** Of a lane: what is said to a ticket's customer when it arrives. */
  greetingMessageLane: z.string(),
  /** How many contacts have it. */
  contacts: z.number(),
  /** How many tickets have it themselves. */
  ticketTags: z.number(),
});
export type Tag = z.infer<typeof Tag>;

/** Characters of a tag's name. */
export const TAG_NAME_MIN = 3;
export const TAG_NAME_MAX = 60;
/** Another lane; nothing in any way of writing it is none. */
const OtherLane = z.union([Id("tag"), z.null(), z.literal(["", "0", 0])]).transform((id) =>
  typeof id === "number" && id || null
);
/** What a lane does by itself. Missing stays as it is; a tag of contacts does nothing by itself. */
const laneFields = {
  /** Minutes, at most a year. */
  timeLane: z.coerce.number().int().min(0).max(525_600).optional(),
  nextLaneId: OtherLane.optional(),
  rollbackLaneId: OtherLane.optional(),
  greetingMessageLane: text(4000).optional(),
  outcome: z.union([z.enum(["won", "lost"]), z.null(), z.literal("")]).transform((given) => given || null).optional(),
};
/** Characters of why something was won or lost. */
export const REASON_MAX = 200;
export const TagForm = z.object({
  name: text(TAG_NAME_MAX).trim().min(TAG_NAME_MIN, "too_short"),
  /** Missing: a random one for a new tag, the one it has for a known one. */
  color: z.string().trim().regex(/^#[0-9a-fA-F]{6}$/, "color").optional(),
  kanban: TagKind.optional(),
  /** Of a new lane: its board; missing: the company's first. A lane stays on its board. */
  boardId: Id("board").optional(),
  ...laneFields,
});
/** `[{id}]` or `[id]`. */
const TagIds = z.array(z.union([Id("tag"), z.object({ id: Id("tag") }).transform(({ id }) => id)])).max(200);

export const tagChanged = changes("company{id}-tag", "tag", "tagId", Tag);
const live = [tagChanged] as const;
const Kind = { kanban: TagKind.optional().default(0) };

export const tags = {
  list: endpoint({
    method: "GET",
    path: "/tags",
    key: "company:read",
    summary: "Tags of one kind, a page at a time; search ignores case and accents.",
    access: "user",
    live,
    query: PageQuery.extend({ ...Kind, tagId: Id("tag").optional() }),
    response: z.object({ tags: z.array(Tag), hasMore: z.boolean(), count: z.number() }),
  }),
  all: endpoint({
    method: "GET",
    path: "/tags/list",
    key: "company:read",
    summary: "All tags of one kind, to choose from.",
    access: "user",
    live,
    query: z.object({ ...Kind, companyId: Id("company").optional() }),
    response: z.array(Tag),
  }),
  show: endpoint({
    method: "GET",
    path: "/tags/{id}",
    key: "company:read",
    summary: "One tag.",
    access: "user",
    live,
    params: IdParam("tag"),
    response: Tag,
    errors: ["ERR_NO_TAG_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/tags",
    summary: "Creates a tag; a lane only who may see the dashboard.",
    access: "user",
    body: TagForm,
    response: Tag,
    errors: ["ERR_DUPLICATED_NAME", "ERR_NO_TAG_FOUND", "ERR_NO_BOARD_FOUND"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/tags/{id}",
    summary: "Changes a tag; a lane only who may see the dashboard. Its kind only while nothing has it.",
    access: "user",
    params: IdParam("tag"),
    body: TagForm.omit({ boardId: true }),
    response: Tag,
    errors: ["ERR_NO_TAG_FOUND", "ERR_DUPLICATED_NAME", "ERR_IN_USE"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/tags/{id}",
    summary:
      "Deletes a tag; contacts and tickets lose it. A lane only who may see the dashboard; its tickets may go to another.",
    access: "user",
    params: IdParam("tag"),
    query: z.object({
      /** The lane to which the tickets of a deleted one go. */
      laneId: Id("tag").optional(),
    }),
    response: Ok,
    errors: ["ERR_NO_TAG_FOUND"],
  }),
  sync: endpoint({
    method: "POST",
    path: "/tags/sync",
    key: "contacts:write",
    summary: "Gives a contact exactly these tags.",
    access: "user",
    body: z.object({ contactId: Id("contact"), tags: TagIds }),
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_TAG_FOUND"],
  }),
  ofContact: endpoint({
    method: "GET",
    path: "/contactTags/{contactId}",
    key: "contacts:read",
    summary: "The tags of a contact.",
    access: "user",
    params: z.object({ contactId: Id("contact") }),
    response: z.array(TagBadge),
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  leaveContact: endpoint({
    method: "DELETE",
    path: "/tags-contacts/{tagId}/{contactId}",
    key: "contacts:write",
    summary: "Takes a tag off a contact.",
    access: "user",
    params: z.object({ tagId: Id("tag"), contactId: Id("contact") }),
    response: Ok,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_TAG_FOUND"],
  }),
  joinTicket: endpoint({
    method: "PUT",
    path: "/ticket-tags/{ticketId}/{tagId}",
    key: "tickets:write",
    summary:
      "Puts a tag on a ticket; a lane takes the place of the one it stood in on its board, or is refused where that is another than expected.",
    access: "user",
    params: z.object({ ticketId: Id("ticket"), tagId: Id("tag") }),
    body: z.object({
      /** The lane in which the person saw the ticket, null for none. Another by now: refused, somebody else was faster. */
      expectedLaneId: Id("tag").nullish(),
      /** Why it was won or lost. */
      reason: text(REASON_MAX).trim().optional(),
    }).optional(),
    response: Ticket,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_TAG_FOUND", "ERR_LANE_CHANGED"],
  }),
  leaveTicket: endpoint({
    method: "DELETE",
    path: "/ticket-tags/{ticketId}",
    key: "tickets:write",
    summary:
      "Takes a ticket out of its lane on a board, the first where none is named, or takes the tag off it that `tagId` names; what its contact has stays.",
    access: "user",
    params: z.object({ ticketId: Id("ticket") }),
    query: z.object({
      tagId: Id("tag").optional(),
      /** As for putting it there; 0 stands for none. */
      expectedLaneId: IdOrNone("tag").optional(),
      /** The board whose lane it leaves; missing: that of the expected lane, else the first. */
      boardId: Id("board").optional(),
    }),
    response: Ok,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_TAG_FOUND", "ERR_NO_BOARD_FOUND", "ERR_LANE_CHANGED"],
  }),
};
