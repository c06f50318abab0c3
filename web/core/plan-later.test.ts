import { afterEach, expect, test, vi } from "vitest";
import type { Ticket } from "../../api/features/tickets/contract.ts";
import { planLater, takeLater } from "./plan-later.ts";

const later = (id: number, text = "Amanhã às 8") => ({ ticket: { id } as Ticket, text, onPlanned: () => {} });
let away = () => {};
afterEach(() => away());

test("what is to be sent later is handed on at once, and once", () => {
  const take = vi.fn();
  away = takeLater(1, take);
  planLater(later(1));
  expect(take.mock.calls).toEqual([[expect.objectContaining({ text: "Amanhã às 8" })]]);
});

test("what was wished for before the planning part had come is planned as soon as it is there, and once", () => {
  planLater(later(1, "Ção"));
  const take = vi.fn();
  takeLater(1, take)();
  away = takeLater(1, take);
  expect(take.mock.calls).toEqual([[expect.objectContaining({ text: "Ção" })]]);
});

test("what was wished for in a conversation that was left meanwhile is not planned in the next", () => {
  planLater(later(1));
  const take = vi.fn();
  takeLater(2, take)();
  away = takeLater(1, take);
  expect(take).not.toHaveBeenCalled();
});
