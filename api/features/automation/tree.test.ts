// Whole walks through menus and trees, decision by decision, and rules that hold on every walk.
import fc from "fast-check";
import { expect, test } from "vitest";
import { decide } from "./decide.ts";
import type { Effect } from "./plan.ts";
import { after, closedAllDay, option, queue, said, situation } from "./testing-situation.ts";

type Part = Parameters<typeof situation>[0];
/** The bot's decisions for these texts of a customer. */
function walk(texts: readonly string[], part: Part = {}) {
  let s = situation({ ...part, heard: { text: texts[0] ?? "" } });
  const turns: Effect[][] = [];
  texts.forEach((_text, i) => {
    const effects = decide(s);
    turns.push(effects);
    s = after(s, effects, texts[i + 1] ?? "");
  });
  return { turns, s };
}
const last = (texts: readonly string[], part: Part = {}) => walk(texts, part).turns.at(-1)!;
const says = (effects: readonly Effect[]) => effects.flatMap((e) => e.do === "say" ? [[e.kind, e.text]] : []);
const ways = "*#* - Voltar ao menu principal\n*sair* - Encerrar o atendimento";

test("a queue's tree is shown when the queue is chosen", () => {
  expect(says(last(["Oi", "1"]))).toEqual([[
    "option",
    `Você está em Vendas.\n\n*1* - Preços\n*2* - Falar com Ana\n*3* - Suporte\n*4* - Encerrar\n${ways}`,
  ]]);
});
test("an option of type text shows the level below it", () => {
  expect(says(last(["Oi", "1", "preços"]))).toEqual([["option", `Preços:\n\n*1* - Atacado\n*2* - Varejo\n${ways}`]]);
});
test("an option without children sends its text, and the ticket waits in its queue", () => {
  const { turns, s } = walk(["Oi", "1", "1", "1"]);
  expect(says(turns[3]!)).toEqual([["option", "Atacado:"]]);
  expect(s.ticket).toMatchObject({ status: "pending", isBot: false, queueId: 1, userId: null });
});
test("an option without a text ends the dialog", () => {
  const { turns, s } = walk(["Oi", "1", "1", "2"]);
  expect(says(turns[3]!)).toEqual([]);
  expect(s.ticket).toMatchObject({ isBot: false, queueId: 1 });
  expect(decide(s)).toEqual([]);
});
test("an option of type attendent gives the ticket to that person, waiting", () => {
  const { s } = walk(["Oi", "1", "2"]);
  expect(s.ticket).toMatchObject({ status: "pending", userId: 7, queueId: 1, isBot: false });
});
test("an attendent who is gone leaves the ticket to the queue", () => {
  const queues = [queue(1, "Vendas", { options: [option(1, "Ana", { type: "attendent" })] }), queue(2, "Suporte")];
  expect(walk(["Oi", "1", "1"], { queues }).s.ticket).toMatchObject({ queueId: 1, userId: null, isBot: false });
});
test("an option of type file sends its list after its text, and the ticket waits in its queue", () => {
  const queues = [
    queue(1, "Vendas", { options: [option(1, "Catálogo", { type: "file", targetFileListId: 9 })] }),
    queue(2, "Suporte"),
  ];
  const { turns, s } = walk(["Oi", "1", "1"], { queues });
  expect(turns[2]!.filter(({ do: what }) => what === "say" || what === "files")).toEqual([
    { do: "say", kind: "option", text: "Catálogo:" },
    { do: "files", listId: 9 },
  ]);
  expect(s.ticket).toMatchObject({ status: "pending", isBot: false, queueId: 1 });
});
test("an option of type file that closes says the farewell after the list", () => {
  const options = [option(1, "Catálogo", { type: "file", targetFileListId: 9, closeTicket: true })];
  const queues = [queue(1, "Vendas", { options }), queue(2, "Suporte")];
  expect(last(["Oi", "1", "1"], { queues }).slice(-3)).toEqual([
    { do: "files", listId: 9 },
    { do: "say", kind: "farewell", text: "Até logo!" },
    { do: "close", log: "closed" },
  ]);
});
test("the only queue sends its list once, before its menu", () => {
  const queues = [queue(1, "Vendas", { fileListId: 9, options: [option(1, "Preços")] })];
  const { turns } = walk(["Oi", "Oi?", "1"], { queues });
  expect(turns.map((effects) => effects.flatMap((one) => one.do === "files" || one.do === "say" ? one.do : [])))
    .toEqual([
      ["files", "say"],
      ["say"],
      ["say"],
    ]);
});
test("a queue without a menu sends its list once, however often the customer writes", () => {
  const { turns } = walk(["Oi", "Oi?"], { queues: [queue(1, "Vendas", { greeting: "", fileListId: 9 })] });
  expect(turns.flat().filter((one) => one.do === "files")).toHaveLength(1);
});
test("an option of type queue takes the ticket there", () => {
  const { turns, s } = walk(["Oi", "1", "3"]);
  expect(says(turns[2]!)).toEqual([["option", "Suporte:"], ["greeting", "Você está em Suporte."]]);
  expect(s.ticket).toMatchObject({ queueId: 2, isBot: false });
});
test("an option leads into the tree of another queue, in one text", () => {
  const queues = [
    queue(1, "Vendas", { options: [option(1, "Ir", { type: "queue", targetQueueId: 2 })] }),
    queue(2, "Suporte", { options: [option(2, "Rede")] }),
  ];
  const { turns, s } = walk(["Oi", "1", "1", "1"], { queues });
  expect(says(turns[2]!)).toEqual([["option", `Ir:\n\nVocê está em Suporte.\n\n*1* - Rede\n${ways}`]]);
  expect(s.ticket).toMatchObject({ queueId: 2, isBot: false });
});
test("an option that closes sends its text and closes the ticket", () => {
  const { turns, s } = walk(["Oi", "1", "4"]);
  expect(says(turns[2]!)).toEqual([["option", "Encerrar:"]]);
  expect(s.ticket.status).toBe("closed");
});
test("a wrong answer in the tree shows the same level again", () => {
  expect(says(last(["Oi", "1", "1", "7"]))).toEqual([[
    "invalid",
    `Opção inválida. Responda com o número de uma das opções:\n\n*1* - Atacado\n*2* - Varejo\n${ways}`,
  ]]);
});
test("the tries start anew when the customer answers right", () => {
  const { turns } = walk(["Oi", "9", "9", "1", "9", "9", "9"]);
  expect(turns.map((effects) => says(effects).map(([kind]) => kind).join())).toEqual(
    ["menu", "invalid", "invalid", "option", "invalid", "invalid", ""],
  );
});
test("# leads back to the main menu from anywhere", () => {
  const { turns, s } = walk(["Oi", "1", "1", "#"]);
  expect(says(turns[3]!)).toEqual(says(turns[0]!));
  expect(s.ticket).toMatchObject({ queueId: null, isBot: true });
  expect(s.bot.optionId).toBeNull();
});
test("# leads back after a wrong queue, while nobody has taken over", () => {
  expect(walk(["Oi", "2", "#", "1"]).s.ticket).toMatchObject({ queueId: 1, isBot: true });
});
test("# on a connection with one queue leads back to its tree", () => {
  const queues = [queue(1, "Vendas", { options: [option(1, "Preços"), option(2, "Mais", { parentId: 1 })] })];
  const { turns } = walk(["Oi", "1", "#"], { queues, ticket: { queueId: 1 } });
  expect(says(turns[0]!)).toEqual([["option", `Olá!\n\nVocê está em Vendas.\n\n*1* - Preços\n${ways}`]]);
  expect(says(turns[2]!)).toEqual(says(turns[0]!));
});
test("sair closes at any level", () => {
  for (const texts of [["Oi", "sair"], ["Oi", "1", "Sair!"], ["Oi", "1", "1", "sair"], ["Oi", "2", "sair"]]) {
    expect(walk(texts).s.ticket.status).toBe("closed");
    expect(says(last(texts))).toEqual([["farewell", "Até logo!"]]);
  }
});
test("a tree whose queue was closed is shown when it is open again", () => {
  const closed = queue(1, "Vendas", { schedules: closedAllDay, outOfHours: "Amanhã.", options: [option(1, "Preços")] });
  const queues = [closed, queue(2, "Suporte")];
  const { turns, s } = walk(["Oi", "1"], { queues, settings: { scheduleType: "queue" } });
  expect(says(turns[1]!)).toEqual([["outOfHours", "Amanhã."]]);
  closed.schedules = [];
  const open = decide({ ...s, queues, heard: { ...s.heard, text: "Bom dia" } });
  expect(says(open)).toEqual([["option", `Você está em Vendas.\n\n*1* - Preços\n${ways}`]]);
});
test("the bot goes on with the queue that an agent sets while the bot leads", () => {
  const s = situation({ ticket: { isBot: true, queueId: 1 }, bot: { said: said("menu") } });
  expect(says(decide(s))[0]![0]).toBe("option");
});

const typed = fc.constantFrom("Oi", "1", "2", "3", "4", "9", "#", "sair", "", "quero falar com alguém", "10");
const parts = fc.record({
  settings: fc.record({
    enableLGPD: fc.constantFrom("enabled", "disabled"),
    scheduleType: fc.constantFrom("disabled", "company", "queue"),
    sendQueuePosition: fc.constant("enabled"),
    sendQueuePositionMessage: fc.constant("Posição:"),
    acceptAudioMessageContact: fc.constantFrom("enabled", "disabled"),
  }),
  companySchedules: fc.constantFrom([], closedAllDay),
  ticket: fc.record({ status: fc.constantFrom("pending", "lgpd", "nps", "open", "closed") }),
  heard: fc.record({ audio: fc.boolean(), late: fc.boolean() }),
  connection: fc.record({ botTries: fc.integer({ min: 1, max: 4 }), ratingTries: fc.integer({ min: 1, max: 3 }) }),
}) as fc.Arbitrary<Part>;

test("a turn sends no kind of text twice, none to a ticket that an agent has, and ends the ticket once at most, for any input", () => {
  fc.assert(
    fc.property(fc.array(typed, { minLength: 1, maxLength: 12 }), parts, (texts, part) => {
      let s = situation({ ...part, heard: { ...part?.heard, text: texts[0] ?? "" } });
      texts.forEach((_text, i) => {
        const effects = decide(s);
        const kinds = says(effects).map(([kind]) => kind);
        expect(new Set(kinds).size).toBe(kinds.length);
        if (["open", "closed"].includes(s.ticket.status)) expect(effects).toEqual([]);
        expect(effects.filter((e) => e.do === "close").length).toBeLessThan(2);
        s = after(s, effects, texts[i + 1] ?? "");
      });
    }),
    { numRuns: 500 },
  );
});
test("the bot answers a limited number of times when the customer never answers right, then the ticket waits for agents", () => {
  fc.assert(fc.property(parts, fc.constantFrom("Oi", "9", "", "xyz"), (part, text) => {
    const { turns, s } = walk(Array(20).fill(text), part);
    expect(turns.slice(12).flatMap(says)).toEqual([]);
    if (!part?.heard?.late && s.ticket.status === "lgpd") expect.fail("It waits where nobody looks.");
    if (s.ticket.status === "pending") expect(s.ticket.isBot).toBe(false);
  }));
});
