// Who leads a conversation by itself: the order of integrations and menus (docs/product/integrations.md#when).
import { expect, test } from "vitest";
import { decide } from "./decide.ts";
import type { Effect } from "./plan.ts";
import { after, closedAllDay, option, queue, situation } from "./testing-situation.ts";

const hands = (effects: readonly Effect[]) => effects.filter((effect) => effect.do === "hand");
const led = { useIntegration: true, isBot: true };

test("the connection's integration answers whoever writes first, before any menu", () => {
  const effects = decide(situation({ connection: { integrationId: 5 } }));
  expect(hands(effects)).toEqual([{ do: "hand", integrationId: 5 }]);
  expect(effects.filter((effect) => effect.do === "say")).toEqual([]);
});
test("an integration that leads goes on, whatever the customer says", () => {
  for (const text of ["Oi", "1", "sair", "#", ""]) {
    expect(decide(situation({ ticket: led, heard: { text } }))).toEqual([{ do: "hand", integrationId: null }]);
  }
});
test("the connection's prompt answers where it has no integration", () => {
  expect(hands(decide(situation({ connection: { promptId: 8 } })))).toEqual([{
    do: "hand",
    integrationId: null,
    promptId: 8,
  }]);
  const both = { integrationId: 5, promptId: 8 };
  expect(hands(decide(situation({ connection: both })))).toEqual([{ do: "hand", integrationId: 5 }]);
  expect(hands(decide(situation({ connection: both, integrates: false })))).toEqual([
    { do: "hand", integrationId: null, promptId: 8 },
  ]);
});
test("a message that cannot be read yet is not carried", () => {
  expect(decide(situation({ ticket: led, heard: { text: null } }))).toEqual([]);
});
test("an integration lets go where the contact's bot is off or the plan has no integrations", () => {
  expect(decide(situation({ ticket: led, contact: { disableBot: true } }))).toEqual([{ do: "letGo", why: "quiet" }]);
  expect(decide(situation({ ticket: led, integrates: false, thinks: false }))).toEqual([{ do: "letGo", why: "plan" }]);
});
test("without the plan's flag the menu answers", () => {
  const effects = decide(situation({ integrates: false, connection: { integrationId: 5 } }));
  expect(effects).toContainEqual(expect.objectContaining({ do: "say", kind: "menu" }));
});
test("closed hours go before an integration", () => {
  const settings = { scheduleType: "connection" as const };
  const closed = { connection: { integrationId: 5, schedules: closedAllDay }, settings };
  expect(hands(decide(situation(closed)))).toEqual([]);
  expect(hands(decide(situation({ ...closed, ticket: led })))).toEqual([]);
});
test("a queue's integration answers whoever chooses the queue, after its greeting", () => {
  const queues = [queue(1, "Vendas", { integrationId: 6 }), queue(2, "Suporte")];
  const s = situation({ queues });
  const effects = decide(after(s, decide(s), "1"));
  expect(effects).toContainEqual({ do: "say", kind: "greeting", text: "Você está em Vendas." });
  expect(hands(effects)).toEqual([{ do: "hand", integrationId: 6 }]);
});
test("an option's integration answers whoever chooses the option, whatever the queue has", () => {
  const options = [option(1, "Assistente", { type: "integration", targetIntegrationId: 7 })];
  let s = situation({ queues: [queue(1, "Vendas", { options }), queue(2, "Suporte")] });
  for (const text of ["1", "1"]) s = after(s, decide(s), text);
  expect(hands(decide(s))).toEqual([{ do: "hand", integrationId: 7 }]);
});
test("after an integration gave the ticket to people it does not begin again with the next message", () => {
  const s = situation({ connection: { integrationId: 5 } });
  const next = after(s, decide(s), "Alguém?");
  next.ticket = { ...next.ticket, useIntegration: false, isBot: false };
  expect(hands(decide(next))).toEqual([]);
});
test("a group hears the connection's integration where it is for groups, and nothing else ever", () => {
  const group = { isGroup: true };
  const everything = {
    integrationId: 5,
    promptId: 8,
    vacationText: "Férias",
    vacationStart: "2026-03-01",
    vacationEnd: "2026-03-31",
  };
  expect(decide(situation({ ticket: group, connection: everything }))).toEqual([]);
  const forGroups = { ...everything, integrationInGroups: true };
  const effects = decide(situation({ ticket: group, connection: forGroups }));
  expect(hands(effects)).toEqual([{ do: "hand", integrationId: 5 }]);
  expect(effects.map((effect) => effect.do).filter((what) => !["hand", "lead", "log"].includes(what))).toEqual([]);
  for (const text of ["1", "#", "sair", ""]) {
    expect(decide(situation({ ticket: { ...group, ...led }, heard: { text }, connection: forGroups })))
      .toEqual([{ do: "hand", integrationId: null }]);
  }
  expect(decide(situation({ ticket: group, connection: forGroups, integrates: false }))).toEqual([]);
});
test("an integration that is no longer for groups lets a group go to people", () => {
  const ticket = { ...led, isGroup: true };
  expect(decide(situation({ ticket, connection: { integrationId: 5 } }))).toEqual([{ do: "letGo", why: "quiet" }]);
});
