// The law of the device: what was kept and the events since are what a fresh round would bring.
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventName } from "../../../api/contract/event.ts";
import { contactChanged } from "../../../api/features/contacts/contract.ts";
import { nameChanged } from "../../../api/contract/renamed.ts";
import { type Message, messageChanged } from "../../../api/features/messages/contract.ts";
import { type Ticket, ticketChanged } from "../../../api/features/tickets/contract.ts";
import { MESSAGES_EACH } from "./budget.ts";
import { older } from "../store/order.ts";
import { concerned, deviceEvents, fold, type Slice, withMessage } from "./fold.ts";

const COMPANY = 3;
interface World {
  tickets: Map<number, { id: number; contactId: number; status: string; mine: boolean }>;
  messages: Map<number, { id: number; ticketId: number; at: number; body: string }>;
  names: Map<number, string>;
  people: Map<number, string>;
}
type Step =
  | { do: "ticket"; id: number; status: string; mine: boolean }
  | { do: "gone"; id: number }
  | { do: "say"; ticketId: number; at: number }
  | { do: "edit" | "unsay"; nth: number }
  | { do: "rename"; id: number; name: string }
  | { do: "call"; id: number; name: string }
  | { do: "forget"; id: number };

const ticketId = fc.integer({ min: 1, max: 4 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("ticket" as const),
      id: ticketId,
      status: fc.constantFrom("open", "pending", "closed"),
      mine: fc.boolean(),
    }),
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("say" as const), ticketId, at: fc.integer({ min: 0, max: 60 }) }),
    },
    fc.record({ do: fc.constantFrom("edit" as const, "unsay" as const), nth: fc.nat(20) }),
    fc.record({ do: fc.constant("rename" as const), id: fc.integer({ min: 1, max: 2 }), name: fc.string() }),
    fc.record({ do: fc.constant("call" as const), id: fc.integer({ min: 1, max: 2 }), name: fc.string() }),
    fc.record({ do: fc.constant("gone" as const), id: ticketId }),
    fc.record({ do: fc.constant("forget" as const), id: fc.integer({ min: 1, max: 2 }) }),
  ),
  { maxLength: 40 },
);

const instant = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString();
/** Tickets 1 and 3 are of one contact, 2 and 4 of the other. */
const contactOf = (id: number) => id % 2 + 1;
const shownTicket = (world: World, id: number): Ticket => {
  const { status, contactId } = world.tickets.get(id)!;
  const name = world.names.get(contactId) ?? "";
  const user = { id: 1, name: world.people.get(1) ?? "", color: "#112233" };
  const contact = { id: contactId, name };
  return { id, uuid: `u${id}`, status, contactId, updatedAt: instant(0), contact, user } as Ticket;
};
const shownMessage = (world: World, id: number): Message => {
  const { ticketId, at, body } = world.messages.get(id)!;
  const userId = id % 2 + 1;
  const userName = world.people.get(userId) ?? "";
  return { id, ticketId, contactId: contactOf(ticketId), body, createdAt: instant(at), userId, userName } as Message;
};
/** What the server would send for these steps; changes `world` as it goes. */
function happen(world: World, all: readonly Step[], nextId: { value: number }) {
  const told: { name: string; data: unknown }[] = [];
  const tell = (event: Parameters<typeof eventName>[0], data: unknown) =>
    told.push({ name: eventName(event, COMPANY), data: structuredClone(data) });
  const lose = (id: number) => {
    for (const [key, message] of world.messages) if (message.ticketId === id) world.messages.delete(key);
    world.tickets.delete(id);
    tell(ticketChanged, { action: "delete", ticketId: id });
  };
  for (const step of all) {
    if (step.do === "ticket") {
      const known = world.tickets.has(step.id);
      const { id, status, mine } = step;
      world.tickets.set(id, { id, contactId: contactOf(id), status, mine });
      if (mine) tell(ticketChanged, { action: known ? "update" : "create", ticket: shownTicket(world, id) });
      // Who loses sight of a ticket is told that it is gone.
      else if (known) tell(ticketChanged, { action: "delete", ticketId: id });
    } else if (step.do === "gone") {
      if (world.tickets.has(step.id)) lose(step.id);
    } else if (step.do === "say") {
      if (!world.tickets.get(step.ticketId)?.mine) continue;
      const id = nextId.value++;
      world.messages.set(id, { id, ticketId: step.ticketId, at: step.at, body: `m${id}` });
      tell(messageChanged, { action: "create", message: shownMessage(world, id) });
    } else if (step.do === "edit" || step.do === "unsay") {
      const ids = [...world.messages.keys()];
      const id = ids[step.nth % Math.max(1, ids.length)];
      if (id === undefined || !world.tickets.get(world.messages.get(id)!.ticketId)?.mine) continue;
      if (step.do === "unsay") {
        world.messages.delete(id);
        tell(messageChanged, { action: "delete", messageId: id });
      } else {
        world.messages.get(id)!.body += "!";
        tell(messageChanged, { action: "update", message: shownMessage(world, id) });
      }
    } else if (step.do === "rename") {
      world.names.set(step.id, step.name);
      tell(contactChanged, { action: "update", contact: { id: step.id, name: step.name } });
    } else if (step.do === "call") {
      world.people.set(step.id, step.name);
      tell(nameChanged, { of: "user", id: step.id, name: step.name, color: null });
    } else if (step.do === "forget") {
      for (const { id, contactId } of [...world.tickets.values()]) if (contactId === step.id) lose(id);
      tell(contactChanged, { action: "delete", contactId: step.id });
    }
  }
  return told;
}
const keeps = (ticket: Ticket) => ticket.status !== "closed";
/** A fresh round: live tickets one sees, each with its newest messages. */
function round(world: World): Slice {
  const live = [...world.tickets.values()].filter(({ status, mine }) => mine && status !== "closed");
  const said = (id: number) =>
    [...world.messages.values()].filter((message) => message.ticketId === id).map(({ id }) => shownMessage(world, id))
      .sort(older).slice(-MESSAGES_EACH);
  return {
    tickets: new Map(live.map(({ id }) => [id, shownTicket(world, id)])),
    conversations: new Map(live.map(({ id }) => [id, said(id)])),
    contacts: new Map(),
    missing: new Set(),
  };
}
const present = <K, V>(map: Map<K, V | null>) => new Map([...map].filter(([, value]) => value !== null));

test("kept records and the events since equal a fresh round", () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const world: World = { tickets: new Map(), messages: new Map(), names: new Map(), people: new Map() };
      const nextId = { value: 1 };
      happen(world, before, nextId);
      const slice = round(world);
      const told = happen(world, after, nextId);
      const fresh = round(world);
      fold(slice, deviceEvents(told, COMPANY), keeps);
      const tickets = present(slice.tickets);
      expect([...tickets.keys()].sort()).toEqual([...fresh.tickets.keys()].sort());
      for (const [id, ticket] of fresh.tickets) expect(tickets.get(id)).toEqual(ticket);
      for (const [id, messages] of present(slice.conversations)) {
        // Earlier tickets of the contact may speak in it too, when they did before; what is its own is whole.
        expect(messages!.filter((message) => message.ticketId === id)).toEqual(fresh.conversations.get(id));
      }
      // Every live ticket has its conversation, or it is known to be fetched.
      for (const id of fresh.tickets.keys()) {
        expect(slice.conversations.get(id) != null || slice.missing.has(id)).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test("events applied twice are applied once", () => {
  fc.assert(fc.property(steps, (all) => {
    const world: World = { tickets: new Map(), messages: new Map(), names: new Map(), people: new Map() };
    happen(world, [{ do: "ticket", id: 1, status: "open", mine: true }], { value: 100 });
    const slice = round(world);
    const told = deviceEvents(happen(world, all, { value: 1 }), COMPANY);
    fold(slice, told, keeps);
    const once = structuredClone(slice);
    fold(slice, told, keeps);
    expect([...present(slice.tickets)]).toEqual([...present(once.tickets)]);
  }));
});

test("a conversation holds the newest messages, in their order", () => {
  const message = (id: number) => ({ id, ticketId: 1, createdAt: instant(id) }) as Message;
  const full = Array.from({ length: MESSAGES_EACH }, (_, i) => message(i + 10));
  const next = withMessage(full, message(99));
  expect(next).toHaveLength(MESSAGES_EACH);
  expect([next[0]!.id, next.at(-1)!.id]).toEqual([11, 99]);
  // One of yesterday is beyond what is kept.
  expect(withMessage(full, message(1))[0]!.id).toBe(10);
});

test("names the conversations to read: the ticket's, the contact's, and all when a deleted message does not name its own", () => {
  const told = deviceEvents([
    { name: eventName(messageChanged, COMPANY), data: { action: "create", message: { ticketId: 4, contactId: 9 } } },
    { name: eventName(messageChanged, COMPANY), data: { action: "delete", messageId: 1 } },
    { name: eventName(messageChanged, COMPANY + 1), data: { action: "delete", messageId: 2 } },
    { name: "heartbeat", data: { head: 1 } },
  ], COMPANY);
  expect(told).toHaveLength(2);
  const { tickets, speaking, everywhere } = concerned(told);
  expect([[...tickets], [...speaking], everywhere]).toEqual([[4], [9], true]);
});
