import { expect, test } from "vitest";
import { nameChanged, type Renamed } from "../../../api/contract/renamed.ts";
import { tickets } from "../../../api/features/tickets/contract.ts";
import { applyEvent } from "./apply.ts";
import { withName } from "./renamed.ts";

const change = (of: Renamed["of"], id: number, name: string | null, color: string | null = null): Renamed => ({
  of,
  id,
  name,
  color,
});
const ticket = {
  id: 7,
  user: { id: 1, name: "Ana", color: "#111111" },
  queue: { id: 1, name: "Vendas", color: "#222222" },
  whatsapp: { id: 1, name: "Loja", groupAsTicket: "disabled" },
  tags: [{ id: 1, name: "Cliente", color: "#333333" }, { id: 2, name: "Novo", color: "#444444" }],
};

test("a badge gets the new name of its own kind when a record of another kind has the same number", () => {
  expect(withName(ticket, change("queue", 1, "Oficina", "#000000"))).toEqual({
    ...ticket,
    queue: { id: 1, name: "Oficina", color: "#000000" },
  });
  expect(withName(ticket, change("connection", 1, "Filial"))).toEqual({
    ...ticket,
    whatsapp: { id: 1, name: "Filial", groupAsTicket: "disabled" },
  });
});

test("who is to have a schedule's ticket gets the new name, and no colour where none was", () => {
  const schedule = { id: 1, user: { id: 1, name: "Ana", color: "#111111" }, ticketUser: { id: 2, name: "Bia" } };
  expect(withName(schedule, change("user", 2, "Bia Luz", "#000000"))).toEqual({
    ...schedule,
    ticketUser: { id: 2, name: "Bia Luz" },
  });
});

test("a record stays the same object when it does not show the renamed one", () => {
  for (const  of of["user", "queue", "connection", "tag"] as const) {
    expect(withName(ticket, change(of, 9, "Outro"))).toBe(ticket);
  }
  const foreign = { id: 1, data: { user: { id: 1, name: "Ana" } }, quotedMsg: { userId: 2, userName: "Bia" } };
  expect(withName(foreign, change("user", 1, "<b>x</b>"))).toBe(foreign);
});

test("tags are sorted by name after a change, and a deleted tag is removed from every record", () => {
  expect(withName(ticket, change("tag", 1, "Zelo")).tags.map(({ name }) => name)).toEqual(["Novo", "Zelo"]);
  expect(withName(ticket, change("tag", 1, null)).tags.map(({ name }) => name)).toEqual(["Novo"]);
});

test("a writer's new name stands at the message and where it is quoted", () => {
  const message = { userId: 1, userName: "Ana", quotedMsg: { id: 3, userId: 1, userName: "Ana" } };
  expect(withName(message, change("user", 1, "Ana Luísa"))).toEqual({
    userId: 1,
    userName: "Ana Luísa",
    quotedMsg: { id: 3, userId: 1, userName: "Ana Luísa" },
  });
});

test("a list is fetched anew when a record lost a tag, because it may be filtered by that tag", () => {
  const page = { tickets: [ticket], count: 1, hasMore: false };
  const call = { query: { tags: "[1]" } };
  const gone = applyEvent(tickets.list, call, { pages: [page], pageParams: [1] }, nameChanged, change("tag", 1, null));
  expect(gone.stale).toBe(true);
  const other = applyEvent(tickets.list, call, { pages: [page], pageParams: [1] }, nameChanged, change("tag", 9, null));
  expect(other.stale).toBe(false);
});
