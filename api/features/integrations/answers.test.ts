// What services answer, in every form they have, and what of it is said and done.
import { expect, test } from "vitest";
import { readAccount } from "./secrets.ts";
import { readBubbles } from "./providers/typebot-bubbles.ts";
import { choiceOf, inputText, readInput } from "./providers/typebot-input.ts";
import { read } from "./providers/dialogflow.ts";
import { signature } from "../../core/outside/webhook-signature.ts";
import { readAnswer } from "./providers/webhook.ts";

const said = (body: unknown, type = "application/json") => ({
  status: 200,
  type,
  bytes: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
  retryAfterS: null,
});
const texts = (body: unknown, type?: string) =>
  readAnswer(said(body, type)).parts.map(({ text, file }) => file?.url ?? text);

test.each<[string, unknown, string | undefined, string[]]>([
  ["nothing", "", undefined, []],
  ["null", "null", undefined, []],
  ["a plain text", "Olá, çã 🙂", "text/plain", ["Olá, çã 🙂"]],
  ["a text of JSON", '"Olá"', undefined, ["Olá"]],
  ["output", { output: "Oi" }, undefined, ["Oi"]],
  ["answer", { answer: " Oi " }, undefined, ["Oi"]],
  ["message", { message: "Oi" }, undefined, ["Oi"]],
  ["all entries of n8n", [{ output: "1" }, { text: "2" }], undefined, ["1", "2"]],
  ["entries of n8n with their wrap", [{ json: { output: "1" } }], undefined, ["1"]],
  ["that the workflow was started", { message: "Workflow was started" }, undefined, []],
  ["that the workflow got started", { message: "Workflow got started." }, undefined, []],
  [
    "messages with a file",
    { messages: [{ type: "text", text: "a" }, { type: "image", url: "https://x/y.png" }] },
    undefined,
    [
      "a",
      "https://x/y.png",
    ],
  ],
  ["values of other kinds", { output: 5, messages: [null, 7, { url: "javascript:alert(1)" }] }, undefined, []],
])("a webhook's answer is read when it is %s", (_, body, type, expected) => {
  expect(texts(body, type)).toEqual(expected);
});

test.each([["<!doctype html><p>Oi", "text/html"], ["<html>", "text/plain"], ["{broken", "application/json"]])(
  "a webhook's answer is refused when it is %s",
  (body, type) => expect(() => readAnswer(said(body, type))).toThrow("nonsense"),
);

test("a webhook's commands are read, and what is none is passed over", () => {
  const actions = [{ type: "transfer", queueId: "3" }, { type: "close" }, { type: "drop" }, 5, {
    type: "transfer",
    queueId: "x",
  }];
  expect(readAnswer(said({ actions })).actions).toEqual([
    { type: "transfer", queueId: 3, userId: null },
    { type: "close" },
    { type: "transfer", queueId: null, userId: null },
  ]);
});

test("a long answer is cut at 4,096 characters and 30 parts", () => {
  expect(readAnswer(said({ output: "x".repeat(40_000) })).parts[0]!.text).toHaveLength(4096);
  expect(readAnswer(said({ messages: Array.from({ length: 99 }, () => "x") })).parts).toHaveLength(30);
});

test("an envelope is signed as Standard Webhooks has it", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  expect(signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

test("Typebot's bubbles become texts with marks, files and links, and its commands are not said", () => {
  const text = (markdown: string) => ({ type: "text", content: { type: "markdown", markdown } });
  expect(readBubbles([
    text("**Olá** _Ana_, veja [o site](https://a.b/c)"),
    {
      type: "text",
      content: { type: "richText", richText: [{ type: "p", children: [{ text: "Oi ", bold: true }, { text: "lá" }] }] },
    },
    { type: "image", content: { url: "https://a.b/foto.png", clickLink: { url: "https://a.b" } } },
    { type: "video", content: { url: "https://youtu.be/x", type: "youtube" } },
    { type: "custom-embed", content: {} },
    text('#{"queueId": 7, "userId": "2"}'),
    text("#{broken"),
    text("# Título"),
  ])).toEqual({
    parts: [
      { text: "*Olá* _Ana_, veja o site https://a.b/c" },
      { text: "*Oi*lá" },
      { file: { url: "https://a.b/foto.png" } },
      { text: "https://a.b" },
      { text: "https://youtu.be/x" },
      { text: "Título" },
    ],
    actions: [{ type: "transfer", queueId: 7, userId: 2 }],
  });
});

test("a choice is meant by its number or its words, several where several may be", () => {
  const input = {
    type: "choice input",
    items: [{ content: "Preços" }, { content: "Suporte" }, { content: "Água e luz" }],
  };
  const { items = [] } = readInput(input);
  expect(inputText(readInput(input))).toBe("*1* - Preços\n*2* - Suporte\n*3* - Água e luz");
  for (
    const [text, choice] of [["1", "Preços"], [" 2. ", "Suporte"], ["precos", "Preços"], ["AGUA E LUZ", "Água e luz"], [
      "4",
      null,
    ], ["", null]]
  ) {
    expect(choiceOf(text!, items, false), text!).toBe(choice);
  }
  expect(choiceOf("1, suporte", items, true)).toBe("Preços, Suporte");
  expect(choiceOf("1, 9", items, true)).toBeNull();
});

test("DialogFlow's messages are read in their order, those of other platforms not", () => {
  const answer = read({
    fulfillmentText: "unused",
    fulfillmentMessages: [
      { text: { text: ["Claro!", "Sim!"] } },
      { platform: "TELEGRAM", text: { text: ["não"] } },
      { image: { imageUri: "https://a.b/c.png", accessibilityText: "Foto" } },
      { payload: { queueId: 3 } },
    ],
    intent: { endInteraction: true },
  }, { unknownMessage: "" });
  expect(answer).toMatchObject({
    parts: [{ text: "Claro!" }, { file: { url: "https://a.b/c.png" }, text: "Foto" }],
    actions: [{ type: "transfer", queueId: 3, userId: null }],
    over: true,
  });
  expect(read({}, { unknownMessage: "Não entendi" }).parts).toEqual([{ text: "Não entendi" }]);
});

test("a service account is read from what was pasted, with real line breaks too; anything else is none", () => {
  const key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
  const whole = { type: "service_account", client_email: "bot@p.iam", private_key: key, project_id: "p" };
  const pasted = JSON.stringify(whole);
  expect(readAccount(pasted)).toMatchObject({ client_email: "bot@p.iam", private_key: key });
  expect(readAccount(pasted.replaceAll("\\n", "\n"))).toMatchObject({ private_key: key });
  for (
    const wrong of [
      "",
      "{}",
      "[]",
      "oi",
      JSON.stringify({ ...whole, type: "user" }),
      JSON.stringify({ ...whole, private_key: "x" }),
    ]
  ) {
    expect(readAccount(wrong), wrong).toBeNull();
  }
});
