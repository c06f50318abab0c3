// Turns that a model answers, through the real pipeline and the real job, with an API in OpenAI's form (docs/product/prompts.md).
import { createECDH, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { newMediaId, writeFile } from "../../core/media/media.ts";
import { makeConnection, makeQueue, someone } from "../../core/testing/api.ts";
import { messageEvent } from "../../core/testing/inbound.ts";
import { messages } from "../messages/contract.ts";
import { notifications } from "../notifications/contract.ts";
import { prompts } from "../prompts/contract.ts";
import { standIn } from "./testing.ts";
import { work } from "./turn/work.ts";

const completion = (content: string, more: object = {}) =>
  Response.json({
    choices: [{ finish_reason: "stop", message: { content } }],
    usage: { prompt_tokens: 7, completion_tokens: 3 },
    ...more,
  });
const service = standIn(() => completion("Olá!"));
const OGG = Uint8Array.from(
  "OggS\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0",
  (one) => one.charCodeAt(0),
);

async function office(form: object = {}) {
  const admin = await someone();
  const { companyId } = admin;
  const line = await makeConnection(admin, "webchat");
  const queueId = await makeQueue(admin, "Vendas");
  await makeQueue(admin, "Suporte");
  const within = <T>(run: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, run);
  const made = await admin.call(prompts.create, {
    body: { name: "Flora", prompt: "Você vende flores.", queueId, apiKey: "sk-PLANTED-9f3a2b", ...form },
  });
  await within(async (tx) => {
    await tx`update app.connections set greeting = 'Menu', prompt_id = ${made.id}`;
    await tx`insert into app.connection_queues (connection_id, queue_id) select ${line}, id from app.queues`;
  });
  const ticket = async () =>
    (await within((tx) =>
      tx<{ id: number; queueId: number | null; useIntegration: boolean }[]>`
      select id, queue_id as "queueId", use_integration as "useIntegration" from app.tickets order by id desc limit 1`
    ))[0]!;
  return {
    admin,
    queueId,
    made,
    within,
    ticket,
    says: (text: string) =>
      receive(companyId, line, messageEvent({ connectionId: line, from: "ana", name: "Ana Lima", text })),
    turn: async () => await work(companyId, { ticketId: (await ticket()).id }),
    got: () =>
      within((tx) =>
        tx<{ body: string; kind: string }[]>`select body, kind from app.messages where from_me order by id`
      ),
    why: async () =>
      (await within((tx) =>
        tx<{ detail: string | null }[]>`select detail from app.ticket_log where type = 'toPeople' order by id`
      ))
        .map(({ detail }) => detail),
  };
}
/** The customer's newest message becomes a voice note whose file is here. */
async function makeVoice(o: Awaited<ReturnType<typeof office>>): Promise<void> {
  const id = newMediaId();
  await writeFile(o.admin.companyId, id, OGG);
  await o.within(async (tx) => {
    await tx`insert into app.media (id, state, kind, mime_type, bytes) values (${id}, 'stored', 'audio', 'audio/ogg; codecs=opus', ${OGG.length})`;
    await tx`update app.messages set kind = 'audio', body = '', data = '{"voice": true}', media_id = ${id}
      where id = (select max(id) from app.messages where not from_me)`;
  });
}
interface Sent {
  model: string;
  messages: { role: string; content: string }[];
  max_completion_tokens?: number;
}

test("a model answers with the conversation so far, and what it used is counted", async () => {
  const o = await office();
  service.reply = () => completion("São R$ 5.");
  await o.says("Quanto custa a rosa?");
  await o.turn();
  await o.says("E a dúzia?");
  await o.turn();
  const { path, headers, json } = service.asked.at(-1)!;
  const sent = json as unknown as Sent;
  expect(path).toBe("/v1/chat/completions");
  expect(headers.get("authorization")).toBe("Bearer sk-PLANTED-9f3a2b");
  expect(sent.max_completion_tokens).toBe(100);
  expect(sent.messages.slice(1)).toEqual([
    { role: "user", content: "Quanto custa a rosa?" },
    { role: "assistant", content: "São R$ 5." },
    { role: "user", content: "E a dúzia?" },
  ]);
  expect((await o.got()).map(({ body }) => body)).toEqual(["São R$ 5.", "São R$ 5."]);
  const shown = await o.admin.call(prompts.show, { params: { id: o.made.id } });
  expect(shown.usedToday).toEqual({ calls: 2, tokensIn: 14, tokensOut: 6, cost: "" });
  expect(JSON.stringify([shown, await o.within((tx) => tx`select * from app.audit`)])).not.toContain("PLANTED");
});

test("a prompt with material is told the company's texts, and its trial shows what it was told and what it cost", async () => {
  const form = { knowsQuickMessages: true, knowsFileLists: true, priceIn: "1", priceOut: "2,5" };
  const o = await office(form);
  await o.within(async (tx) => {
    await tx`insert into app.quick_messages (shortcode, message, for_all) values ('preço', 'A rosa custa R$ 5.', true), ('meu', 'Só meu.', false)`;
    await tx`with l as (insert into app.file_lists (name, message) values ('Catálogo', 'Nossas flores') returning id)
      insert into app.file_list_options (list_id, position, name) select id, 1, 'Orquídeas' from l`;
  });
  service.reply = () => completion("R$ 5.");
  await o.says("Quanto custa a rosa?");
  await o.turn();
  const told = (service.asked.at(-1)!.json as unknown as Sent).messages[0]!.content;
  for (
    const part of ["preço: A rosa custa R$ 5.", "Catálogo: Nossas flores\n- Orquídeas", "não use outro conhecimento"]
  ) {
    expect(told).toContain(part);
  }
  expect(told).not.toContain("Só meu.");
  const tried = await o.admin.call(prompts.test, { body: { id: o.made.id, question: "?" } });
  expect(tried.told).toContain("A rosa custa R$ 5.");
  expect(tried.cost).toBe("0.000015");
  const shown = await o.admin.call(prompts.show, { params: { id: o.made.id } });
  expect([shown.priceOut, shown.usedToday.cost]).toEqual(["2.5", "0.000015"]);
});

test("the model hands over to the prompt's queue, and the rest of its answer is said", async () => {
  const o = await office();
  service.reply = () => completion("Já passo você.\nAção: Transferir para o setor de atendimento");
  await o.says("Quero uma pessoa");
  await o.turn();
  expect((await o.got()).map(({ body }) => body)).toEqual(["Já passo você."]);
  expect(await o.ticket()).toMatchObject({ queueId: o.queueId, useIntegration: false });
});

test.each<[string, () => Response, string]>([
  [
    "refuses",
    () => completion("", { choices: [{ finish_reason: "stop", message: { content: null, refusal: "no" } }] }),
    "nonsense",
  ],
  [
    "is cut in its first sentence",
    () => completion("", { choices: [{ finish_reason: "length", message: { content: "Também temos" } }] }),
    "nonsense",
  ],
  [
    "is of no known key",
    () => Response.json({ error: { message: "bad key", code: "invalid_api_key" } }, { status: 401 }),
    "status",
  ],
])("a model that %s gives the ticket to people", async (_, reply, why) => {
  const o = await office();
  service.reply = reply;
  await o.says("Oi");
  await o.turn();
  expect(await o.why()).toEqual([why]);
  expect(await o.ticket()).toMatchObject({ useIntegration: false });
});

test.each<[string, string, string]>([
  ["40,000 characters", "x".repeat(40_000), "x".repeat(4096)],
  ["nothing but signs", "👍🏽🎉", "👍🏽🎉"],
  ["another script", "مرحبا، كيف يمكنني المساعدة؟", "مرحبا، كيف يمكنني المساعدة؟"],
  ["half a character at the end", "Olá \ud83d", "Olá \ufffd"],
])("an answer of %s is said, bounded", async (_, content, said) => {
  const o = await office();
  service.reply = () => completion(content);
  await o.says("👍");
  await o.turn();
  expect((await o.got()).map(({ body }) => body)).toEqual([said]);
  expect(await o.ticket()).toMatchObject({ useIntegration: true });
});

test("an account with nothing left pauses the prompt, and saving it ends the pause", async () => {
  const o = await office();
  service.reply = () => Response.json({ error: { code: "insufficient_quota", message: "no money" } }, { status: 429 });
  const before = service.asked.length;
  await o.says("Oi");
  await o.turn();
  expect(service.asked.length - before).toBe(1);
  expect(await o.why()).toEqual(["quota"]);
  expect((await o.admin.call(prompts.show, { params: { id: o.made.id } })).pausedUntil).not.toBeNull();
  const body = { name: "Flora", queueId: o.queueId };
  expect((await o.admin.call(prompts.update, { params: { id: o.made.id }, body })).pausedUntil).toBeNull();
});

test("a company's answers of a day end, and people have the ticket", async () => {
  const o = await office();
  await o.within((tx) =>
    tx`
    insert into app.ai_uses (prompt_id, day, calls) select ${o.made.id}, (now() at time zone timezone)::date, 1000 from app.companies where id = app.company_id()`
  );
  await o.says("Oi");
  await o.turn();
  expect(await o.why()).toEqual(["limit"]);
});

test("a voice note is written down once: the model reads it, attendants read it, and search finds it", async () => {
  const o = await office();
  let forms = "";
  service.reply = ({ path, text }) => {
    if (!path.endsWith("/audio/transcriptions")) return completion("São R$ 5.");
    forms += text;
    return Response.json({ text: " Quanto custa a orquídea? " });
  };
  await o.says("áudio");
  await makeVoice(o);
  await o.turn();
  await o.says("Olá?");
  await o.turn();
  expect(forms.match(/filename="[^"]+"/g)).toEqual(['filename="voice.ogg"']);
  expect(forms).toContain("whisper-1");
  expect((service.asked.at(-1)!.json as unknown as Sent).messages.slice(1)).toEqual([
    { role: "user", content: "[audio] Quanto custa a orquídea?" },
    { role: "assistant", content: "São R$ 5." },
    { role: "user", content: "Olá?" },
  ]);
  const { id } = await o.ticket();
  const found = await o.admin.call(messages.search, { params: { ticketId: id }, query: { searchParam: "ORQUIDEA" } });
  expect(found.count).toBe(1);
  const { messages: shown } = await o.admin.call(messages.list, { params: { ticketId: id }, query: {} });
  expect(shown.find(({ mediaType }) => mediaType === "audio")).toMatchObject({
    body: "Quanto custa a orquídea?",
    data: { voice: true, transcribed: true },
  });
  const [use] = await o.within((tx) => tx`select calls, audio_bytes from app.ai_uses`);
  expect(use).toEqual({ calls: 2, audio_bytes: OGG.length });
});

test.each<[string, object, () => Response]>([
  ["the service refuses it", {}, () => new Response("", { status: 400 })],
  ["nobody is to listen", { transcriptionModel: "" }, () => Response.json({ text: "não" })],
])("the model is told that there was a voice note where %s", async (_, form, reply) => {
  const o = await office(form);
  const before = service.asked.length;
  service.reply = ({ path }) => path.endsWith("/audio/transcriptions") ? reply() : completion("Pode escrever?");
  await o.says("áudio");
  await makeVoice(o);
  await o.turn();
  expect((service.asked.at(-1)!.json as unknown as Sent).messages.at(-1)!.content).toBe("[audio]");
  expect(service.asked.length - before).toBe("transcriptionModel" in form ? 1 : 2);
  expect((await o.got()).map(({ body }) => body)).toEqual(["Pode escrever?"]);
});

test("a short answer is spoken, and written where the voice fails", async () => {
  const o = await office({ voice: "pt-BR-FranciscaNeural", voiceRegion: "brazilsouth", voiceKey: "azure-key-1" });
  let works = true;
  service.reply = ({ path, text }) => {
    if (!path.startsWith("/cognitiveservices")) return completion("Olá & até <logo>");
    expect(text).toContain("Olá &#38; até &#60;logo&#62;");
    return works ? new Response(OGG, { headers: { "content-type": "audio/ogg" } }) : new Response("", { status: 401 });
  };
  await o.says("Oi");
  await o.turn();
  works = false;
  await o.says("De novo");
  await o.turn();
  expect(await o.got()).toEqual([{ kind: "audio", body: "" }, { kind: "chat", body: "Olá & até <logo>" }]);
});

test("a voice of OpenAI's form speaks with the AI's own key and address", async () => {
  const o = await office({ voice: "openai-nova" });
  service.reply = ({ path }) =>
    path === "/v1/audio/speech" ? new Response(OGG, { headers: { "content-type": "audio/ogg" } }) : completion("Olá!");
  await o.says("Oi");
  await o.turn();
  expect(service.asked.at(-1)!.json).toEqual({ model: "tts-1", voice: "nova", input: "Olá!", response_format: "opus" });
  expect(service.asked.at(-1)!.headers.get("authorization")).toBe("Bearer sk-PLANTED-9f3a2b");
  expect(await o.got()).toEqual([{ kind: "audio", body: "" }]);
});

test("models are listed and asked in the dialog; a stored key goes to no other address", async () => {
  const o = await office();
  service.reply = ({ path }) =>
    path === "/v1/models" ? Response.json({ data: [{ id: "b" }, { id: "a" }] }) : completion("Sim");
  expect(await o.admin.call(prompts.models, { body: { id: o.made.id, baseUrl: "" } })).toEqual({
    models: ["a", "b"],
    reason: "",
  });
  expect(await o.admin.call(prompts.test, { body: { id: o.made.id, question: "Tem rosa?" } })).toMatchObject({
    ok: true,
    answer: "Sim",
    tokensIn: 7,
    tokensOut: 3,
  });
  await o.admin.call(prompts.models, { body: { id: o.made.id, baseUrl: `${service.url}/other` } });
  expect(service.asked.at(-1)!.headers.get("authorization")).toBeNull();
  const body = { name: "Flora", queueId: o.queueId, baseUrl: "https://outro.exemplo/v1" };
  await expect(o.admin.call(prompts.update, { params: { id: o.made.id }, body })).rejects.toMatchObject({
    status: 400,
  });
});

test("people are rung for a conversation when the prompt that leads it is deleted", async () => {
  const o = await office();
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  await o.admin.call(notifications.addDevice, {
    body: { endpoint: `https://push.example/${crypto.randomUUID()}`, keys, name: "Chrome" },
  });
  await o.says("Oi");
  const rings = async () =>
    (await asPlatform((tx) =>
      tx<{ at: number }[]>`
      select j.id as at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.payload ->> 'companyId')::bigint = ${o.admin.companyId} and t.identifier = 'notifications.ring'
        and j.payload -> 'data' ->> 'why' = 'message'`
    )).length;
  expect(await rings()).toBe(0);
  await o.admin.call(prompts.remove, { params: { id: o.made.id } });
  expect(await rings()).toBe(1);
});

test("a deleted prompt gives the conversations that it leads to people", async () => {
  const o = await office();
  await o.says("Oi");
  await o.admin.call(prompts.remove, { params: { id: o.made.id } });
  expect(await o.ticket()).toMatchObject({ useIntegration: false });
  await o.turn();
  expect(await o.got()).toEqual([]);
});
