// Contacts: the customers, each with one or more identities (spec 1 §3).
import { z } from "zod";
import {
  ContactNumber,
  endpoint,
  Id,
  IdParam,
  Instant,
  jsonList,
  Ok,
  PageQuery,
  text,
} from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";

export const TagBadge = z.object({ id: z.number(), name: z.string(), color: z.string() });
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
});
export type Contact = z.infer<typeof Contact>;
const Number_ = z.string().trim().regex(/^\+?[\d\s().-]{8,50}$/, "number").transform((v) => v.replace(/\D/g, ""));
/** Without defaults: in zod 4 a default survives `.partial()` and would overwrite what is left out. */
const fields = {
  name: text(250).trim().min(2, "too_short"),
  number: z.union([z.literal(""), Number_]),
  email: z.union([z.literal(""), z.email("email").max(200)]),
  extraInfo: z.array(z.object({ id: Id.optional(), name: text(100), value: text(1000) })).max(50),
  companyId: Id,
};
export const ContactForm = z.object({
  ...fields,
  number: fields.number.optional().default(""),
  email: fields.email.optional().default(""),
  extraInfo: fields.extraInfo.optional(),
  companyId: fields.companyId.optional(),
});
export const ContactUpdate = z.object(fields).partial();

export const contactChanged = changes("company-{id}-contact", "contact", "contactId", Contact);
const live = [contactChanged] as const;

export const contacts = {
  list: endpoint({
    method: "GET",
    path: "/contacts",
    summary: "Contacts, a page at a time; search ignores case and accents.",
    access: "user",
    live,
    query: PageQuery.extend({
      contactTag: jsonList(Id),
      channel: z.string().max(40).optional(),
      isGroup: z.string().max(10).optional(),
    }),
    response: z.object({
      contacts: z.array(Contact),
      hasMore: z.boolean(),
      count: z.number(),
      countIsMinimum: z.boolean().optional(),
    }),
  }),
  show: endpoint({
    method: "GET",
    path: "/contacts/{id}",
    summary: "One contact.",
    access: "user",
    live,
    params: IdParam,
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/contacts",
    summary: "Creates a contact.",
    access: "user",
    body: ContactForm,
    response: Contact,
    errors: ["ERR_DUPLICATED_CONTACT", "ERR_NO_PERMISSION"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/contacts/{id}",
    summary: "Changes a contact.",
    access: "user",
    params: IdParam,
    body: ContactUpdate,
    response: Contact,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_DUPLICATED_CONTACT", "ERR_NO_PERMISSION"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/contacts/{id}",
    summary: "Deletes a contact with tickets and messages.",
    access: "contacts-page:deleteContact",
    params: IdParam,
    response: Ok,
    audit: true,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
};
