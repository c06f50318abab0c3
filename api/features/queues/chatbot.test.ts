// The tree under a queue (docs/product/queues.md#options).
import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { chatbot, type ChatbotOption, queues } from "./contract.ts";

let colours = 0;
const colour = () => `#${(0x100000 + 4099 * ++colours).toString(16)}`;
const option = (name: string, other: object = {}) => ({ name, greetingMessage: `${name}?`, ...other });
const form = (chatbots?: unknown[], other: object = {}) => ({
  name: `Fila ${crypto.randomUUID().slice(0, 8)}`,
  color: colour(),
  greetingMessage: "Como podemos ajudar?",
  ...other,
  ...(chatbots && { chatbots: chatbots as ReturnType<typeof option>[] }),
});
const names = (options: readonly ChatbotOption[]): unknown[] =>
  options.map(({ name, options: below }) => below.length > 0 ? [name, names(below)] : name);
const make = (admin: Person, chatbots: unknown[]) => admin.call(queues.create, { body: form(chatbots) });

test("options nest to any depth and keep their order", async () => {
  const admin = await someone();
  const { id } = await make(admin, [
    option("Pedidos", {
      options: [option("Trocas", { options: [option("Prazo"), option("Valor")] }), option("Entrega")],
    }),
    option("Falar com gente"),
  ]);
  const { chatbots } = await admin.call(queues.show, { params: { id } });
  expect(names(chatbots)).toEqual([["Pedidos", [["Trocas", ["Prazo", "Valor"]], "Entrega"]], "Falar com gente"]);
});

test("a saved tree keeps the ids of its options when they were moved", async () => {
  const admin = await someone();
  const made = await make(admin, [option("Pedidos", { options: [option("Trocas")] }), option("Financeiro")]);
  const [orders, money] = made.chatbots as [ChatbotOption, ChatbotOption];
  const [swap] = orders.options;
  const saved = await admin.call(queues.update, {
    params: { id: made.id },
    body: form([{ ...money, greetingMessage: "Qual?", options: [{ ...swap, name: "Trocas e devoluções" }] }]),
  });
  expect(saved.chatbots).toMatchObject([{ id: money.id, options: [{ id: swap!.id, name: "Trocas e devoluções" }] }]);
  await expect(admin.call(chatbot.show, { params: { id: orders.id } })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_CHATBOT_FOUND",
  });
});

test("an update changes the options it names and leaves the others", async () => {
  const admin = await someone();
  const schedules = [{
    weekday: "",
    weekdayEn: "monday" as const,
    startTimeA: "08:00",
    endTimeA: "12:00",
    startTimeB: "22:00",
    endTimeB: "02:00",
  }];
  const { id } = await admin.call(queues.create, {
    body: form([option("Pedidos")], {
      greetingMessage: "Olá!",
      outOfHoursMessage: "Voltamos às 8.",
      orderQueue: 7,
      closeTicket: true,
      ativarRoteador: true,
      tempoRoteador: 15,
      schedules,
    }),
  });
  const made = await admin.call(queues.show, { params: { id } });
  const change = (body: object) => admin.call(queues.update, { params: { id }, body });
  expect(await change({})).toEqual(made);
  expect(await change({ name: "Vendas e trocas" })).toEqual({ ...made, name: "Vendas e trocas" });
  expect(await change({ orderQueue: null })).toMatchObject({ orderQueue: null, outOfHoursMessage: "Voltamos às 8." });
});

test("an update is refused when it would leave a menu without its greeting, whichever of the two it names", async () => {
  const admin = await someone();
  const refused = { status: 400, body: { details: [{ path: "body.greetingMessage", message: "required" }] } };
  const { id } = await make(admin, [option("Pedidos")]);
  await expect(admin.call(queues.update, { params: { id }, body: { greetingMessage: " " } })).rejects
    .toMatchObject(refused);
  await admin.call(queues.update, { params: { id }, body: { chatbots: [], greetingMessage: "" } });
  await expect(admin.call(queues.update, { params: { id }, body: { chatbots: [option("Pedidos")] } })).rejects
    .toMatchObject(refused);
});

test.each<[string, unknown, string, string]>([
  ["a name of three letters", option("Oi!"), "chatbots.0.name", "too_short"],
  [
    "options below an empty text",
    option("Pedidos", { greetingMessage: " ", options: [option("Trocas")] }),
    "chatbots.0.greetingMessage",
    "required",
  ],
  [
    "a hand-over without a queue",
    option("Financeiro", { queueType: "queue" }),
    "chatbots.0.optQueueId",
    "required",
  ],
  [
    "a hand-over without a person, two levels down",
    option("Pedidos", { options: [option("Trocas", { queueType: "attendent" })] }),
    "chatbots.0.options.0.optUserId",
    "required",
  ],
])("%s is refused at its field", async (_, wrong, path, message) => {
  const admin = await someone();
  await expect(make(admin, [wrong])).rejects.toMatchObject({
    status: 400,
    body: { details: [{ path: `body.${path}`, message }] },
  });
});

test("the first level needs the queue's greeting", async () => {
  const admin = await someone();
  const body = form([option("Pedidos")], { greetingMessage: "" });
  await expect(admin.call(queues.create, { body })).rejects.toMatchObject({
    body: { details: [{ path: "body.greetingMessage", message: "required" }] },
  });
});

test("an option hands over to a queue or a person of this company only", async () => {
  const [admin, stranger] = [await someone(), await someone()];
  const foreign = await make(stranger, []);
  await expect(make(admin, [option("Outra fila", { queueType: "queue", optQueueId: foreign.id })])).rejects
    .toMatchObject({ status: 404, code: "ERR_NO_QUEUE_FOUND" });
  await expect(make(admin, [option("Outra pessoa", { queueType: "attendent", optUserId: stranger.userId })])).rejects
    .toMatchObject({ status: 404, code: "ERR_NO_USER_FOUND" });
  const { id } = await make(admin, []);
  const { chatbots } = await make(admin, [option("Suporte", { queueType: "queue", optQueueId: id })]);
  expect(chatbots).toMatchObject([{ queueType: "queue", optQueueId: id, optUserId: null }]);
});

test("options can be read, added, changed and deleted one at a time", async () => {
  const admin = await someone();
  const { id: queueId, chatbots: [first] } = await make(admin, [option("Pedidos", { options: [option("Trocas")] })]);
  const added = await admin.call(chatbot.create, {
    body: { ...option("Entrega"), queueId, parentId: first!.id },
  });
  const changed = await admin.call(chatbot.update, {
    params: { id: first!.id },
    body: { ...option("Compras"), options: [...first!.options as never[], { ...added, name: "Rastreio" }] as never },
  });
  expect(names([changed])).toEqual([["Compras", ["Trocas", "Rastreio"]]]);
  expect(changed.options[1]!.id).toBe(added.id);
  await admin.call(chatbot.remove, { params: { id: first!.options[0]!.id } });
  expect(names([await admin.call(chatbot.show, { params: { id: first!.id } })])).toEqual([["Compras", ["Rastreio"]]]);
});
