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

test("a badge gets the new name of its own kind, whatever else has its number", () => {
  expect(withName(ticket, change("queue", 1, "Oficina", "#000000"))).toEqual({
    ...ticket,
    queue: { id: 1, name: "Oficina", color: "#000000" },
  });
  expect(withName(ticket, change("connection", 1, "Filial"))).toEqual({
    ...ticket,
    whatsapp: { id: 1, name: "Filial", groupAsTicket: "disabled" },
  });
});

test("a record that shows nothing of it stays the same object", () => {
  for (const  of of["user", "queue", "connection", "tag"] as const) {
    expect(withName(ticket, change(of, 9, "Outro"))).toBe(ticket);
  }
  const foreign = { id: 1, data: { user: { id: 1, name: "Ana" } }, quotedMsg: { userId: 2, userName: "Bia" } };
  expect(withName(foreign, change("user", 1, "<b>x</b>"))).toBe(foreign);
});

test("tags stand by name after a change, and a tag that is gone is in none", () => {
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

test("a list with a record that lost a tag is fetched anew, as it may be narrowed to that tag", () => {
  const page = { tickets: [ticket], count: 1, hasMore: false };
  const call = { query: { tags: "[1]" } };
  const gone = applyEvent(tickets.list, call, { pages: [page], pageParams: [1] }, nameChanged, change("tag", 1, null));
  expect(gone.stale).toBe(true);
  const other = applyEvent(tickets.list, call, { pages: [page], pageParams: [1] }, nameChanged, change("tag", 9, null));
  expect(other.stale).toBe(false);
});
