// What a person has saved stands in the lists before the stream brings it, and never over something newer.
import { afterEach, expect, test } from "vitest";
import { eventName } from "../../../api/contract/event.ts";
import { type Contact, contactChanged, contacts } from "../../../api/features/contacts/contract.ts";
import "../../features/contacts/startup.ts";
import { factsFor, queryClient, queryKey } from "../answers/query-client.ts";
import { applyToQueries, withAnswer } from "./queries.ts";

const COMPANY = 3;
const key = queryKey("list", contacts.list, { query: {} });
const contact = (id: number, name: string) =>
  ({
    id,
    name,
    number: `551199999${id}`,
    email: "",
    tags: [],
    extraInfo: [],
    channel: "whatsapp",
    isGroup: false,
  }) as unknown as Contact;
/** A list with more pages behind it, as the screen holds it. */
function list(...records: Contact[]) {
  const options = queryClient.defaultQueryOptions({ queryKey: key, meta: factsFor(contacts.list, {}, false) });
  queryClient.getQueryCache().build(queryClient, options)
    .setData({ pages: [{ contacts: records, hasMore: true, count: 9 }], pageParams: [1] });
}
const seen = () => {
  const { pages: [page] } = queryClient.getQueryData(key) as { pages: { contacts: Contact[]; count: number }[] };
  return [page!.contacts.map(({ name }) => name), page!.count];
};
const saved = (answer: Contact, meanwhile = () => {}) =>
  withAnswer(contacts.update, COMPANY, () => {
    meanwhile();
    return Promise.resolve(answer);
  });
const tell = (payload: Record<string, unknown>) => applyToQueries(eventName(contactChanged, COMPANY), COMPANY, payload);
afterEach(() => queryClient.clear());

test("a saved record stands in the list, in its new place, though no event has come", async () => {
  list(contact(1, "Ana"), contact(2, "Íris"), contact(3, "Zé"));
  await saved(contact(2, "Bia"));
  expect(seen()).toEqual([["Ana", "Bia", "Zé"], 9]);
  await saved(contact(1, "Caio"));
  tell({ action: "update", contact: contact(1, "Caio") });
  expect(seen()).toEqual([["Bia", "Caio", "Zé"], 9]);
});

test("the answer of a write does not take back what an event told while it was on its way", async () => {
  list(contact(1, "Ana"), contact(2, "Bia"), contact(3, "Zé"));
  await saved(contact(2, "Bia"), () => tell({ action: "update", contact: contact(2, "Bia (VIP)") }));
  await saved(contact(1, "Ana"), () => tell({ action: "delete", contactId: 1 }));
  expect(seen()).toEqual([["Bia (VIP)", "Zé"], 8]);
});

test("an event about another record, or a write that was refused, keeps no answer out", async () => {
  list(contact(1, "Ana"), contact(2, "Bia"), contact(3, "Zé"));
  await saved(contact(2, "Bruna"), () => tell({ action: "update", contact: contact(1, "Aline") }));
  await expect(withAnswer(contacts.update, COMPANY, () => {
    tell({ action: "update", contact: contact(3, "Zeca") });
    return Promise.reject(new Error("refused"));
  })).rejects.toThrow("refused");
  await saved(contact(3, "Zuleica"));
  expect(seen()).toEqual([["Aline", "Bruna", "Zuleica"], 9]);
});

test("a record that the list does not hold is left to its event: only the event says whether it is new", async () => {
  list(contact(1, "Ana"), contact(3, "Zé"));
  await saved(contact(2, "Bia"));
  expect(seen()).toEqual([["Ana", "Zé"], 9]);
  tell({ action: "create", contact: contact(2, "Bia") });
  expect(seen()).toEqual([["Ana", "Bia", "Zé"], 10]);
});
