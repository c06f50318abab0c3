// Lists of people to write to (docs/product/contact-lists.md).
import { z } from "zod";
import { ContactNumber, endpoint, Id, IdParam, Ok, pageFacts, PageQuery, text } from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";

export const ContactList = z.object({ id: z.number(), name: z.string(), contactsCount: z.number() });
export type ContactList = z.infer<typeof ContactList>;
export const ListItem = z.object({
  id: z.number(),
  name: z.string(),
  number: ContactNumber,
  email: z.string(),
  companyId: z.number(),
  contactListId: z.number(),
  /** Null until somebody has asked the provider. */
  isWhatsappValid: z.boolean().nullable(),
});
export type ListItem = z.infer<typeof ListItem>;

export const LIST_NAME_MAX = 50;
const name = text(LIST_NAME_MAX).trim().min(2, "too_short");
export const ContactListForm = z.object({ name });
export const ListItemForm = z.object({
  name,
  number: z.string().trim().regex(/^\+?[\d\s().-]{8,50}$/, "number"),
  email: z.union([z.literal(""), z.email("email").max(200)]).optional().default(""),
  contactListId: Id("contactList"),
});

/** What an upload did with the rows of a file; `row` counts from 1 with the head. */
export const Filled = z.object({
  created: z.number(),
  updated: z.number(),
  duplicate: z.number(),
  invalid: z.array(
    z.object({ row: z.number(), why: z.enum(["name", "number", "email"]), name: z.string(), number: z.string() }),
  ),
  list: ContactList,
});
export type Filled = z.infer<typeof Filled>;
const Column = z.enum(["name", "number", "email", ""]);
const country = z.string().regex(/^\d{0,3}$/).optional().default("");

/** What people of a campaign did: `silent` got its message and said nothing. Who opted out is none of these. */
export const answers = ["answered", "confirmed", "silent"] as const;
export type CampaignAnswer = typeof answers[number];

export const contactListChanged = changes("company-{id}-ContactList", "record", "id", ContactList);
export const listItemChanged = changes("company-{id}-ContactListItem", "record", "id", ListItem);
/** Many rows of a list came at once. */
export const listFilled = signal("company-{id}-ContactListFilled", z.object({ contactListId: z.number() }));

const noList = ["ERR_NO_RECORD_FOUND"] as const;
const file = ["ERR_UNSUPPORTED_MEDIA", "ERR_BODY_TOO_LARGE", "ERR_TOO_MANY_REQUESTS"] as const;

export const contactLists = {
  list: endpoint({
    method: "GET",
    path: "/contact-lists",
    summary: "Contact lists by name, a page at a time, each with how many people are on it.",
    access: "admin",
    live: [contactListChanged],
    query: PageQuery,
    response: z.object({ records: z.array(ContactList), hasMore: z.boolean(), count: z.number() }),
  }),
  all: endpoint({
    method: "GET",
    path: "/contact-lists/list",
    summary: "All contact lists by name, for choosing one.",
    access: "admin",
    live: [contactListChanged],
    query: z.object({ companyId: Id("company").optional() }),
    response: z.array(ContactList),
    errors: ["ERR_NO_PERMISSION"],
  }),
  show: endpoint({
    method: "GET",
    path: "/contact-lists/{id}",
    summary: "One contact list.",
    access: "admin",
    live: [contactListChanged],
    params: IdParam("contactList"),
    response: ContactList,
    errors: noList,
  }),
  create: endpoint({
    method: "POST",
    path: "/contact-lists",
    summary: "Makes a contact list.",
    access: "admin",
    audit: true,
    body: ContactListForm,
    response: ContactList,
  }),
  update: endpoint({
    method: "PUT",
    path: "/contact-lists/{id}",
    summary: "Renames a contact list.",
    access: "admin",
    audit: true,
    params: IdParam("contactList"),
    body: ContactListForm,
    response: ContactList,
    errors: noList,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/contact-lists/{id}",
    summary: "Deletes a contact list with its people; contacts stay.",
    access: "admin",
    audit: true,
    params: IdParam("contactList"),
    response: Ok,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_IN_USE"],
  }),
  columns: endpoint({
    method: "POST",
    path: "/contact-lists/columns",
    summary: "Reads a file's columns: head, samples, and which field each seems to be. Stores nothing.",
    access: "admin",
    audit: true,
    transaction: false,
    upload: "file",
    body: z.object({}),
    response: z.object({
      head: z.boolean(),
      rows: z.number(),
      columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), field: Column })),
    }),
    errors: file,
  }),
  upload: endpoint({
    method: "POST",
    path: "/contact-lists/{id}/upload",
    summary:
      "Takes in a file (xls, xlsx, csv); columns are known by their heads unless `columns` says which field each is.",
    access: "admin",
    audit: true,
    transaction: false,
    params: IdParam("contactList"),
    upload: "file",
    body: z.object({
      /** JSON: `["name","number","",…]`, one for each column. */
      columns: z.string().max(2000).optional(),
      /** Whether the first row names the columns; guessed if left out. */
      head: z.enum(["true", "false"]).optional(),
      /** Digits that come before numbers without a country's code. */
      country,
    }),
    response: Filled,
    errors: [...noList, ...file],
  }),
  fromTag: endpoint({
    method: "POST",
    path: "/contact-lists/{id}/tag",
    summary: "Adds the contacts that have a tag and a number; who is on the list already stays as they are.",
    access: "admin",
    audit: true,
    params: IdParam("contactList"),
    body: z.object({ tagId: Id("tag") }),
    response: z.object({ created: z.number(), list: ContactList }),
    errors: [...noList, "ERR_NO_TAG_FOUND"],
  }),
  fromContacts: endpoint({
    method: "POST",
    path: "/contact-lists/{id}/contacts",
    summary:
      "Adds the contacts with a number that a filter finds, as the list of contacts would; who is on the list already stays.",
    access: "admin",
    audit: true,
    params: IdParam("contactList"),
    body: z.object({
      searchParam: text(200).optional().default(""),
      /** Any of these. */
      contactTag: z.array(Id("tag")).max(50).optional().default([]),
      channel: z.string().max(40).optional(),
    }),
    response: z.object({ created: z.number(), list: ContactList }),
    errors: [...noList, "ERR_NO_TAG_FOUND"],
  }),
  fromCampaign: endpoint({
    method: "POST",
    path: "/contact-lists/{id}/campaign",
    summary:
      "Adds people of a campaign by what they did: answered, with certain words in it or any; confirmed; or neither.",
    access: "admin",
    plan: "useCampaigns",
    audit: true,
    params: IdParam("contactList"),
    body: z.object({
      campaignId: Id("campaign"),
      who: z.enum(answers),
      /** Words that the answer has in it, without regard to capitals and accents. */
      said: text(100).trim().optional().default(""),
    }),
    response: z.object({ created: z.number(), list: ContactList }),
    errors: noList,
  }),
};

export const listItems = {
  list: endpoint({
    method: "GET",
    path: "/contact-list-items",
    summary:
      "People of a contact list by name; search looks at name, number and e-mail. `next` given as `after` asks on.",
    access: "admin",
    live: [listItemChanged, listFilled],
    query: PageQuery.extend({ contactListId: Id("contactList"), after: z.string().max(1000).optional() }),
    response: z.object({ contacts: z.array(ListItem), next: z.string().optional(), ...pageFacts }),
    errors: ["ERR_NO_RECORD_FOUND", "ERR_BAD_CURSOR"],
  }),
  show: endpoint({
    method: "GET",
    path: "/contact-list-items/{id}",
    summary: "One person of a contact list.",
    access: "admin",
    live: [listItemChanged],
    params: IdParam("contactListItem"),
    response: ListItem,
    errors: noList,
  }),
  create: endpoint({
    method: "POST",
    path: "/contact-list-items",
    summary: "Adds a person to a contact list.",
    access: "admin",
    body: ListItemForm,
    response: ListItem,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_CONTACT"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/contact-list-items/{id}",
    summary: "Changes a person of a contact list.",
    access: "admin",
    audit: true,
    params: IdParam("contactListItem"),
    body: ListItemForm.omit({ contactListId: true }).extend({ contactListId: Id("contactList").optional() }),
    response: ListItem,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_CONTACT"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/contact-list-items/{id}",
    summary: "Takes a person off a contact list.",
    access: "contacts-page:deleteContact",
    audit: true,
    params: IdParam("contactListItem"),
    response: Ok,
    errors: noList,
  }),
  check: endpoint({
    method: "POST",
    path: "/contact-list-items/{id}/check",
    summary: "Asks the provider whether somebody is at this person's number, within the limits of number checks.",
    access: "admin",
    audit: true,
    transaction: false,
    params: IdParam("contactListItem"),
    response: ListItem,
    errors: [
      "ERR_NO_RECORD_FOUND",
      "ERR_NO_WAPP_FOUND",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_WAPP_NOT_INITIALIZED",
      "ERR_WAPP_CHECK_CONTACT",
      "ERR_WAPP_RESTRICTED",
      "ERR_TOO_MANY_REQUESTS",
      "ERR_PROVIDER_UNREACHABLE",
    ],
  }),
};
