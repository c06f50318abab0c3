// The decision table: a rule, its situation, and the bot's decision.
import { expect, test } from "vitest";
import { decide } from "./decide.ts";
import type { Effect } from "./plan.ts";
import type { Situation } from "./situation.ts";
import { closedAllDay, NOW, queue, said, situation } from "./testing-situation.ts";

const says = (effects: readonly Effect[]) => effects.flatMap((e) => e.do === "say" ? [[e.kind, e.text]] : []);
const kinds = (effects: readonly Effect[]) => says(effects).map(([kind]) => kind);
const does = (effects: readonly Effect[]) => effects.filter((e) => e.do !== "say");
type Part = Parameters<typeof situation>[0];
const heard = (text: string | null, more: Partial<Situation["heard"]> = {}) => ({ text, ...more });
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();

const MENU = "Olá!\n\n*1* - Vendas\n*2* - Suporte\n*sair* - Encerrar o atendimento";

test.each<[string, Part]>([
  ["our own messages", { heard: { fromMe: true } }],
  ["a delayed message", { heard: { late: true } }],
  ["blocked contacts", { heard: { blocked: true } }],
  ["calls, which have their own answer", { heard: { call: true } }],
  ["groups", { ticket: { isGroup: true } }],
  ["an open conversation", { ticket: { status: "open", userId: 5, isBot: true } }],
  ["a group's conversation", { ticket: { status: "group" } }],
  ["a closed ticket", { ticket: { status: "closed" } }],
  ["a contact without a bot", { contact: { disableBot: true } }],
  ["a waiting ticket that somebody has", { ticket: { userId: 5 } }],
  ["a ticket that somebody has given back", { ticket: { taken: true } }],
  ["a ticket that goes on in its queue", { ticket: { queueId: 2, resumed: true } }],
  ["a connection without queues", { queues: [] }],
  ["several queues without a greeting", { connection: { greeting: "" } }],
  ["a ticket whose queue a person has set", { ticket: { queueId: 2 } }],
])("nothing happens by itself: %s", (_what, part) => expect(decide(situation(part))).toEqual([]));

const vacation = { vacationStart: "2026-03-01", vacationEnd: "2026-03-02", vacationText: "Férias!" };
const rate = { ticket: { status: "nps" }, bot: { said: said("rating") } };
const lgpd = { enableLGPD: "enabled", lgpdMessage: "Cuidamos dos seus dados.", lgpdLink: "https://x/lgpd" };
const asked = { ticket: { status: "lgpd" }, settings: lgpd, bot: { said: said("consent") } };
const byCompany = { settings: { scheduleType: "company" }, companySchedules: closedAllDay };
const byQueue = { settings: { scheduleType: "queue" } };
const atMenu = { ticket: { isBot: true }, bot: { said: said("menu") } };
const oneQueue = [queue(2, "Suporte")];

/** Rule, situation, texts, and other effects (left out where they do not matter). */
test.each<[string, Part, [string, string][], Effect[]?]>([
  // Company holidays
  ["vacation says so", { connection: vacation }, [["vacation", "Férias!"]], []],
  ["vacation says so once", { connection: vacation, bot: { said: said("vacation") } }, [], []],
  ["vacation ends with its last day, where the company is", {
    connection: vacation,
    now: new Date("2026-03-03T00:00:00-03:00"),
  }, [["menu", MENU]]],
  ["vacation lasts to the end of its last day", { connection: vacation, now: new Date("2026-03-03T02:59:00Z") }, [[
    "vacation",
    "Férias!",
  ]]],
  ["vacation without a text is none", { connection: { ...vacation, vacationText: " " } }, [["menu", MENU]]],
  [
    "vacation comes before a rating",
    { ...rate, connection: vacation, heard: heard("10") },
    [["vacation", "Férias!"]],
    [],
  ],
  [
    "a customer who was not asked for consent waits in the waiting list",
    {
      connection: vacation,
      ticket: { status: "lgpd" },
      settings: lgpd,
    },
    [["vacation", "Férias!"]],
    [{ do: "status", status: "pending" }],
  ],

  // Rating
  ["a rating is kept, farewell is said, the ticket closed", { ...rate, heard: heard("10 obrigado") }, [[
    "farewell",
    "Até logo!",
  ]], [{ do: "rate", rating: 10 }, { do: "close", log: "closed" }]],
  ["a rating is at most 10", { ...rate, heard: heard("15") }, [["farewell", "Até logo!"]], [
    { do: "rate", rating: 10 },
    { do: "close", log: "closed" },
  ]],
  [
    "a rating may be a decimal; the agent's own farewell comes before the connection's",
    {
      ...rate,
      ownFarewell: "Ana agradece.",
      heard: heard("7,6!"),
    },
    [["farewell", "Ana agradece."]],
    [{ do: "rate", rating: 8 }, { do: "close", log: "closed" }],
  ],
  ["words are no rating: asked again", { ...rate, heard: heard("muito bom") }, [[
    "ratingInvalid",
    "Não entendi sua avaliação. Responda com um número de 0 a 10.\n\nDe 0 a 10?",
  ]], []],
  [
    "the bot asks no more for a rating when the tries are used up",
    {
      ...rate,
      bot: { said: said("rating", "ratingInvalid", "ratingInvalid") },
    },
    [],
    [],
  ],
  ["a message that cannot be read yet is no rating", { ...rate, heard: heard(null) }, [], []],

  // Consent
  ["a new ticket is asked for consent first", { settings: lgpd }, [[
    "consent",
    "Cuidamos dos seus dados.\n\nhttps://x/lgpd\n\nVocê está de acordo com o tratamento dos seus dados pessoais?\n\n*1* - Sim\n*2* - Não",
  ]], [{ do: "status", status: "lgpd" }, { do: "log", type: "lgpd" }]],
  ["a customer who has agreed once is not asked again", { settings: lgpd, contact: { consentAt: new Date(0) } }, [[
    "menu",
    MENU,
  ]]],
  ["every new ticket asks when the setting says so", {
    settings: { ...lgpd, lgpdConsent: "enabled" },
    contact: { consentAt: new Date(0) },
  }, [["consent", expect.any(String)]]],
  ["1 is a yes, and the bot goes on", { ...asked, heard: heard("1") }, [["menu", MENU]], [
    { do: "consent" },
    { do: "status", status: "pending" },
    { do: "lead", leads: true },
    { do: "log", type: "chatBot" },
    { do: "option", optionId: null },
  ]],
  ["a yes out of hours waits until it is open", {
    ...asked,
    ...byCompany,
    settings: { ...lgpd, ...byCompany.settings },
    heard: heard("Sim"),
  }, [[
    "outOfHours",
    "Estamos fechados.",
  ]], [{ do: "consent" }, { do: "status", status: "pending" }]],
  ["2 is a no: farewell and closed", { ...asked, heard: heard("2") }, [["farewell", "Até logo!"]], [{
    do: "close",
    log: "clientClosed",
  }]],
  ["anything else is asked again", { ...asked, heard: heard("quanto custa?") }, [["consent", expect.any(String)]], []],
  [
    "a customer who does not answer the question waits for agents",
    {
      ...asked,
      bot: { said: said("consent", "consent", "consent") },
    },
    [],
    [{ do: "status", status: "pending" }],
  ],
  [
    "the bot asks no more for consent when the tries are used up",
    { settings: lgpd, bot: { said: said("consent", "consent", "consent") } },
    [],
    [],
  ],
  ["the menu comes when the company asks for consent no longer", { ticket: { status: "lgpd" } }, [["menu", MENU]]],

  // Hours of company and connection
  ["a closed company says so and routes nobody", byCompany, [["outOfHours", "Estamos fechados."]], []],
  [
    "the bot says that the company is closed when the connection is outside its hours",
    { settings: { scheduleType: "connection" }, connection: { schedules: closedAllDay } },
    [[
      "outOfHours",
      "Estamos fechados.",
    ]],
    [],
  ],
  [
    "the bot says that the company is closed no more often than the tries allow",
    {
      ...byCompany,
      bot: { said: said("outOfHours", "outOfHours", "outOfHours") },
    },
    [],
    [],
  ],
  [
    "the bot says once that the company is closed when several texts come quickly",
    { ...byCompany, bot: { said: { outOfHours: { times: 1, at: ago(1) } } } },
    [],
    [],
  ],
  ["hours of the company close nothing when the hours of connections are in use", { companySchedules: closedAllDay }, [[
    "menu",
    MENU,
  ]]],
  ["the bot says that the company is closed to a contact without a bot too", {
    ...byCompany,
    contact: { disableBot: true },
  }, [[
    "outOfHours",
    "Estamos fechados.",
  ]], []],

  // Menu
  ["several queues: greeting and menu, in order", {}, [["menu", MENU]], [
    { do: "lead", leads: true },
    { do: "log", type: "chatBot" },
    { do: "option", optionId: null },
  ]],
  ["one queue: its greeting", { ticket: { queueId: 2 }, queues: oneQueue }, [["greeting", "Olá!"]], [{
    do: "option",
    optionId: null,
  }]],
  ["one queue sends its greeting only when the setting says so", {
    ticket: { queueId: 2 },
    queues: oneQueue,
    settings: { sendGreetingMessageOneQueues: "disabled" },
  }, []],
  ["one queue that closes closes", { queues: [queue(2, "Recado", { closeTicket: true })] }, [[
    "greeting",
    "Olá!\n\nVocê está em Recado.",
  ]], [
    { do: "queue", queueId: 2 },
    { do: "log", type: "queue", queueId: 2 },
    { do: "close", log: "closed" },
  ]],
  ["a queue is chosen by number", { ...atMenu, heard: heard("2") }, [["greeting", "Você está em Suporte."]], [
    { do: "forget", kinds: ["invalid"] },
    { do: "queue", queueId: 2 },
    { do: "log", type: "queue", queueId: 2 },
    { do: "option", optionId: null },
    { do: "lead", leads: false },
  ]],
  ["a queue is chosen by name", { ...atMenu, heard: heard(" suporte. ") }, [["greeting", "Você está em Suporte."]]],
  ["a wrong answer is answered at the first level", { ...atMenu, heard: heard("9") }, [[
    "invalid",
    "Opção inválida. Responda com o número de uma das opções:\n\n*1* - Vendas\n*2* - Suporte\n*sair* - Encerrar o atendimento",
  ]], []],
  [
    "the ticket waits for agents when the wrong answers have used up the tries",
    {
      ...atMenu,
      bot: { said: said("menu", "invalid", "invalid") },
    },
    [],
    [{ do: "lead", leads: false }],
  ],
  ["tries of 0 are as many as a person may take", {
    ...atMenu,
    connection: { botTries: 0 },
    bot: { said: said("menu", ...Array(20).fill("invalid")) },
  }, [["invalid", expect.any(String)]]],
  [
    "the bot stops answering when another bot writes",
    {
      ...atMenu,
      connection: { botTries: 0 },
      bot: { said: said("menu", ...Array(29).fill("invalid")) },
    },
    [],
    [{ do: "lead", leads: false }],
  ],
  ["a right answer counts after wrong ones", {
    bot: { said: said("menu", "invalid", "invalid") },
    heard: heard("2"),
  }, [["greeting", "Você está em Suporte."]]],
  [
    "a text that the customer typed before the menu came is no answer to it",
    {
      ...atMenu,
      bot: { said: { menu: { times: 1, at: ago(2) } } },
    },
    [],
    [],
  ],
  ["the bot repeats no text within the pause", { ...atMenu, connection: { botPauseMin: 5 } }, [], []],
  ["a message that cannot be read yet gets no answer", { ...atMenu, heard: heard(null) }, [], []],
  ["sair closes", { ...atMenu, heard: heard("SAIR") }, [["farewell", "Até logo!"]], [{
    do: "close",
    log: "clientClosed",
  }]],
  ["the word of the language closes", { ...atMenu, settings: { botLanguage: "tr" }, heard: heard("Çıkış") }, [[
    "farewell",
    "Até logo!",
  ]]],
  ["sair shows the menu like any word when the bot has asked nothing", { heard: heard("sair") }, [["menu", MENU]]],

  // Queue hours, random, position, audio
  ["a closed queue is chosen, and says so", {
    ...atMenu,
    ...byQueue,
    heard: heard("2"),
    queues: [queue(1, "Vendas"), queue(2, "Suporte", { schedules: closedAllDay, outOfHours: "Suporte volta amanhã." })],
  }, [["outOfHours", "Suporte volta amanhã."]]],
  [
    "the bot tells a customer who waits in a queue when that queue is closed",
    {
      ...byQueue,
      ticket: { queueId: 2 },
      queues: [
        queue(1, "Vendas"),
        queue(2, "Suporte", { schedules: closedAllDay, outOfHours: "Suporte volta amanhã." }),
      ],
    },
    [["outOfHours", "Suporte volta amanhã."]],
    [],
  ],
  [
    "a chosen queue gives the ticket to a member who is online",
    {
      ...atMenu,
      heard: heard("2"),
      chance: 0.99,
      queues: [queue(1, "Vendas"), queue(2, "Suporte", { onlineIds: [4, 5] })],
    },
    [["greeting", "Você está em Suporte."]],
    [
      { do: "forget", kinds: ["invalid"] },
      { do: "queue", queueId: 2 },
      { do: "log", type: "queue", queueId: 2 },
      { do: "option", optionId: null },
      { do: "lead", leads: false },
      { do: "user", userId: 5 },
    ],
  ],
  ["the only queue gives the ticket to nobody", {
    queues: [queue(2, "Suporte", { onlineIds: [4] })],
    ticket: { queueId: 2 },
  }, [
    [
      "greeting",
      "Olá!",
    ],
  ], [{ do: "option", optionId: null }]],
  ["the place in the queue", {
    ...atMenu,
    heard: heard("2"),
    settings: { sendQueuePosition: "enabled", sendQueuePositionMessage: "Sua posição:" },
    queues: [queue(1, "Vendas"), queue(2, "Suporte", { waiting: 4 })],
  }, [["greeting", "Você está em Suporte."], ["position", "Sua posição: *5*"]]],
  ["audio is refused when the contact's switch says so", {
    ...atMenu,
    contact: { acceptAudio: false },
    heard: heard("", { audio: true }),
  }, [[
    "audioRefused",
    "Não conseguimos ouvir áudios por aqui. Por favor, escreva sua mensagem.",
  ]], []],
  ["audio is refused after the menu when the company takes none", {
    settings: { acceptAudioMessageContact: "disabled" },
    heard: heard("", { audio: true }),
  }, [["menu", MENU], ["audioRefused", expect.any(String)]]],
])("%s", (_rule, part, texts, effects) => {
  const decided = decide(situation(part));
  expect(says(decided)).toEqual(texts);
  if (effects) expect(does(decided)).toEqual(effects);
});

test("the greeting's file goes with the menu", () => {
  const media = { id: "f1", kind: "image" };
  expect(decide(situation({ connection: { greetingMedia: media } }))).toContainEqual({
    do: "say",
    kind: "menu",
    text: MENU,
    media,
  });
});
test("the bot shows no menu in the turn in which it asks for consent", () => {
  expect(kinds(decide(situation({ settings: lgpd })))).toEqual(["consent"]);
});
