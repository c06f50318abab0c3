// People who asked for no more automated messages (docs/product/opt-outs.md).
import { z } from "zod";
import {
  ContactNumber,
  endpoint,
  Id,
  IdParam,
  Instant,
  Ok,
  pageFacts,
  PageQuery,
  text,
} from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { contactChanged } from "../contacts/contract.ts";

export const OptOut = z.object({
  id: z.number(),
  /** The contact's, as it is called now; empty where no contact has the number. */
  name: z.string(),
  number: ContactNumber,
  contactId: z.number().nullable(),
  /** `word`: the customer wrote one of the words. `hand`: a person added them. `provider`: the customer said so to the provider. */
  why: z.enum(["word", "hand", "provider"]),
  said: z.string(),
  user: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
  createdAt: Instant,
});
export type OptOut = z.infer<typeof OptOut>;

export const SAID_MAX = 300;
export const OptOutForm = z.object({
  number: text(50).optional(),
  contactId: Id("contact").optional(),
  said: text(SAID_MAX).trim().optional().default(""),
});
export const WORD_MAX = 40;
export const WORDS_MAX = 50;
export const OptOutWords = z.object({ words: z.array(text(WORD_MAX).trim().min(1, "required")).max(WORDS_MAX) });

export const optOutChanged = changes("company-{id}-opt-out", "record", "id", OptOut);

export const optOuts = {
  list: endpoint({
    method: "GET",
    path: "/opt-outs",
    summary: "Who gets no automated messages, the latest first; search looks at name and number.",
    access: "admin",
    live: [optOutChanged, nameChanged, contactChanged],
    query: PageQuery,
    response: z.object({ records: z.array(OptOut), ...pageFacts }),
  }),
  add: endpoint({
    method: "POST",
    path: "/opt-outs",
    summary: "Adds a number or a contact; who is there already stays as they are.",
    access: "admin",
    audit: true,
    body: OptOutForm,
    response: OptOut,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/opt-outs/{id}",
    summary: "Takes somebody off the list: they get automated messages again.",
    access: "admin",
    audit: true,
    params: IdParam("optOut"),
    response: Ok,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  words: endpoint({
    method: "GET",
    path: "/opt-outs/words",
    summary: "The words by which a customer asks for no more messages.",
    access: "admin",
    response: OptOutWords,
  }),
  setWords: endpoint({
    method: "PUT",
    path: "/opt-outs/words",
    summary: "Sets these words; an empty list brings back the ones that a company begins with.",
    access: "admin",
    audit: true,
    body: OptOutWords,
    response: OptOutWords,
  }),
};
