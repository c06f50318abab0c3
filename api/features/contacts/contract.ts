// Contacts: the customers, each with one or more identities (docs/product/contacts.md).
import { z } from "zod";
import {
  ContactNumber,
  endpoint,
  FileAnswer,
  Id,
  IdParam,
  Instant,
  jsonList,
  naming,
  Ok,
  pageFacts,
  PageQuery,
  QueryFlag,
  text,
} from "../../contract/endpoint.ts";
import { fromPhone, Imported, ImportRow } from "../../contract/rules/contact-import.ts";
import { IMPORT_BATCH } from "../../contract/limits.ts";
import { changes } from "../../contract/event.ts";
import { alsoKeys } from "../../contract/programs/keys.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";

export const TagBadge = z.object({ id: z.number(), name: z.string(), color: z.string() });
/** Whose customer a contact is: where their new tickets go (setting DirectTicketsToWallets). */
export const Wallet = z.object({ userId: naming("user", z.int().min(1)), queueId: naming("queue", z.int().min(1)) });
export type Wallet = z.infer<typeof Wallet>;
export const Contact = z.object({
  id: z.number(),
  name: z.string(),
  number: ContactNumber,
  email: z.string(),
  isGroup: z.boolean(),
  active: z.boolean(),
  disableBot: z.boolean(),
  acceptAudioMessage: z.boolean(),
  lgpdAcceptedAt: Instant.nullable(),
  channel: z.string(),
  urlPicture: z.string().nullable(),
  createdAt: Instant,
  tags: z.array(TagBadge),
  extraInfo: z.array(z.object({ id: z.number(), name: z.string(), value: z.string() })),
  whatsapp: z.object({ id: z.number(), name: z.string() }).nullable(),
  wallet: Wallet.nullable(),
});
export type Contact = z.infer<typeof Contact>;
const Number_ = z.string().trim().regex(/^\+?[\d\s().-]{8,50}$/, "number").transform((v) => v.replace(/\D/g, ""));
/** Without defaults: in zod 4 a default survives `.partial()` and would overwrite what is left out. */
const fields = {
  name: text(250).trim().min(2, "too_short"),
  number: z.union([z.literal(""), Number_]),
  email: z.union([z.literal(""), z.email("email").max(200)]),
  extraInfo: z.array(z.object({ id: Id("nothing").optional(), name: text(100), value: text(1000) })).max(50),
  /** The tags it then has, by id. */
  tags: z.array(Id("tag")).max(50),
  disableBot: z.boolean(),
  acceptAudioMessage: z.boolean(),
  companyId: Id("company"),
};
export const ContactForm = z.object(fields).partial().extend({
  name: fields.name,
  number: fields.number.optional().default(""),
  email: fields.email.optional().default(""),
});
/** Whose customer it is, is for admins to say. */
export const ContactUpdate = z.object({ ...fields, wallet: Wallet.nullable() }).partial();

/** Another contact that turned out to be the same person. */
export const ContactMerge = z.object({
  id: z.number(),
  /** `identity`: the channel said so; `hand`: a person. */
  why: z.string(),
  name: z.string(),
  number: ContactNumber,
  createdAt: Instant,
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export const contactChanged = changes("company-{id}-contact", "contact", "contactId", Contact);
const live = [contactChanged, nameChanged, manyChanged] as const;

export const contacts = {
  list: endpoint({
    method: "GET",
    path: "/contacts",
    summary: "Contacts, a page at a time; search ignores case and accents. Without one `next` as `after` asks on.",
    ...alsoKeys("contacts:read"),
    live,
    errors: ["ERR_BAD_CURSOR"],
    query: PageQuery.extend({
      after: z.string().max(1000).optional(),
      contactTag: jsonList(Id("tag")),
      channel: z.string().max(40).optional(),
      isGroup: z.string().max(10).optional(),
    }),
    response: z.object({ contacts: z.array(Contact), next: z.string().optional(), ...pageFacts }),
  }),
  names: endpoint({
    method: "GET",
    path: "/contacts/list",
    summary: "Names and numbers of the first thousand contacts, for choosing one.",
    ...alsoKeys("contacts:read"),
    live,
    query: z.object({ companyId: Id("company").optional() }),
    response: z.array(z.object({ id: z.number(), name: z.string(), number: ContactNumber })),
    errors: ["ERR_NO_PERMISSION"],
  }),
  export: endpoint({
    method: "GET",
    path: "/contacts/export",
    summary: "All contacts as an Excel file, streamed.",
    access: "contacts-page:deleteContact",
    support: false,
    transaction: false,
    audit: true,
    file: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    response: FileAnswer,
  }),
  profile: endpoint({
    method: "GET",
    path: "/contacts/profile/{number}",
    summary: "Whose number it is, with their picture.",
    ...alsoKeys("contacts:read"),
    live,
    params: z.object({ number: Number_ }),
    response: z.object({ contactId: z.number(), urlPicture: z.string().nullable() }),
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  show: endpoint({
    method: "GET",
    path: "/contacts/{id}",
    summary: "One contact.",
    ...alsoKeys("contacts:read"),
    live,
    params: IdParam("contact"),
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  checkNumber: endpoint({
    method: "GET",
    path: "/contacts/number/{number}/check",
    summary: "Whether a number can be written to over a connection; asks the provider at most once a month.",
    access: "user",
    support: false,
    transaction: false,
    params: z.object({ number: Number_ }),
    /** None: the default connection. */
    query: z.object({ whatsappId: Id("connection").optional() }),
    response: z.object({
      existsInWhatsapp: z.boolean(),
      number: ContactNumber,
      /** As the provider writes it: Brazilian mobiles may lack their ninth digit. */
      numberFormatted: ContactNumber,
      checkedAt: Instant,
    }),
    errors: [
      "ERR_NO_WAPP_FOUND",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_WAPP_NOT_INITIALIZED",
      "ERR_WAPP_CHECK_CONTACT",
      "ERR_WAPP_RESTRICTED",
      "ERR_TOO_MANY_REQUESTS",
      "ERR_PROVIDER_UNREACHABLE",
    ],
  }),
  create: endpoint({
    method: "POST",
    path: "/contacts",
    summary: "Creates a contact.",
    ...alsoKeys("contacts:write"),
    body: ContactForm,
    response: Contact,
    errors: ["ERR_DUPLICATED_CONTACT", "ERR_NO_TAG_FOUND", "ERR_NO_PERMISSION"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/contacts/{id}",
    summary: "Changes a contact.",
    ...alsoKeys("contacts:write"),
    params: IdParam("contact"),
    body: ContactUpdate,
    response: Contact,
    errors: [
      "ERR_NO_CONTACT_FOUND",
      "ERR_DUPLICATED_CONTACT",
      "ERR_NO_TAG_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_NO_USER_FOUND",
      "ERR_NO_QUEUE_FOUND",
    ],
  }),
  block: endpoint({
    method: "PUT",
    path: "/contacts/block/{id}",
    summary: "Blocks (`active` false) or unblocks a contact: what a blocked one writes is not taken in.",
    ...alsoKeys("contacts:write"),
    params: IdParam("contact"),
    body: z.object({ active: z.boolean() }),
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  toggleAcceptAudio: endpoint({
    method: "PUT",
    path: "/contacts/toggleAcceptAudio/{id}",
    summary: "Turns around whether audio of this contact is accepted.",
    ...alsoKeys("contacts:write"),
    params: IdParam("contact"),
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  toggleDisableBot: endpoint({
    method: "PUT",
    path: "/contacts/toggleDisableBot/{id}",
    summary: "Turns around whether the bot leaves this contact alone.",
    ...alsoKeys("contacts:write"),
    params: IdParam("contact"),
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  tagMany: endpoint({
    method: "POST",
    path: "/contacts/tags",
    summary: "Adds a tag to several contacts.",
    ...{ access: "contacts-page:deleteContact", key: "contacts:write" },
    body: z.object({ contacts: z.array(Id("contact")).min(1).max(200), tags: z.array(Id("tag")).min(1).max(20) }),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_TAG_FOUND"],
  }),
  importOne: endpoint({
    method: "POST",
    path: "/contactsImport",
    summary: "Takes in one contact of a file; `validateContact` 'true': only who the default connection can write to.",
    access: "user",
    transaction: false,
    body: ImportRow.extend({
      email: text(1000).optional().default(""),
      /** Names with commas between them, or ids. */
      tags: z.union([text(1000), z.array(Id("tag")).max(50)]).optional().default(""),
      validateContact: z.enum(["true", "false"]).optional().default("false"),
      /** Whether somebody who is known already gets the file's name, e-mail and tags. */
      update: z.boolean().optional().default(false),
    }),
    response: Imported,
    errors: [
      "ERR_NO_TAG_FOUND",
      "ERR_NO_WAPP_FOUND",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_WAPP_NOT_INITIALIZED",
      "ERR_WAPP_CHECK_CONTACT",
      "ERR_WAPP_RESTRICTED",
      "ERR_TOO_MANY_REQUESTS",
      "ERR_PROVIDER_UNREACHABLE",
    ],
  }),
  importMany: endpoint({
    method: "POST",
    path: "/contactsImport/batch",
    summary: "Takes in up to a hundred contacts of a file; one outcome for each, in their order.",
    ...alsoKeys("contacts:write"),
    body: z.object({
      rows: z.array(ImportRow).min(1).max(IMPORT_BATCH),
      update: z.boolean().optional().default(false),
    }),
    response: z.array(Imported),
  }),
  upload: endpoint({
    method: "POST",
    path: "/contacts/upload",
    summary: "Takes in a file of contacts, its columns known by their heads; one outcome per row, in order.",
    access: "user",
    transaction: false,
    upload: "file",
    body: z.object({
      update: z.union([z.boolean(), QueryFlag]).optional().default(false),
      /** Digits that come before numbers without a country's code. */
      country: z.string().regex(/^\d{0,3}$/).optional().default(""),
    }),
    response: z.array(Imported),
    errors: ["ERR_UNSUPPORTED_MEDIA", "ERR_TOO_MANY_REQUESTS"],
  }),
  importBook: endpoint({
    method: "POST",
    path: "/contacts/import",
    summary: "Takes in whom a connected phone's address book names; who is known stays as they are.",
    ...fromPhone,
  }),
  importChats: endpoint({
    method: "POST",
    path: "/contacts/import/chats",
    summary: "Takes in whom a connected phone has chats with; who is known already stays as they are.",
    ...fromPhone,
  }),
  removeMany: endpoint({
    method: "DELETE",
    path: "/contacts",
    summary: "Deletes several contacts with their tickets and messages; all of them or none.",
    access: "contacts-page:deleteContact",
    body: z.object({ contacts: z.array(Id("contact")).min(1).max(200) }),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/contacts/{id}",
    summary: "Deletes a contact with tickets and messages.",
    access: "contacts-page:deleteContact",
    params: IdParam("contact"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  merge: endpoint({
    method: "POST",
    path: "/contacts/{id}/merge",
    summary: "Makes one of two contacts: what the other one has goes over to this one. Can be undone.",
    access: "contacts-page:deleteContact",
    params: IdParam("contact"),
    body: z.object({ contactId: Id("contact") }),
    response: Contact,
    audit: true,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_VALIDATION"],
  }),
  merges: endpoint({
    method: "GET",
    path: "/contacts/{id}/merges",
    summary: "Contacts that became this one, the latest first, without those that were parted again.",
    ...alsoKeys("contacts:read"),
    live,
    params: IdParam("contact"),
    response: z.array(ContactMerge),
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  undoMerge: endpoint({
    method: "POST",
    path: "/contacts/merges/{id}/undo",
    summary: "Parts two contacts again: what is still there of the other one goes back to it. Answers that one.",
    access: "admin",
    params: IdParam("contactMerge"),
    response: Contact,
    audit: true,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_ALREADY_IN_STATE"],
  }),
};
