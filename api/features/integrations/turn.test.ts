// Turns of an integration through the real pipeline and the real job, with a service that answers over HTTP (docs/product/integrations.md).
import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { makeConnection, makeQueue, someone } from "../../core/testing/api.ts";
import { messageEvent, type Said } from "../../core/testing/inbound.ts";
import { tickets } from "../tickets/contract.ts";
import { integrations } from "./contract.ts";
import { standIn } from "./testing.ts";
import { work } from "./turn/work.ts";

const service = standIn(() => Response.json({ output: "Olá" }));

/** A company whose connection is answered by an integration; Ana writes. */
async function office(form: object = {}, options: Parameters<typeof someone>[0] = {}) {
  const admin = await someone(options);
  const { companyId } = admin;
  const line = await makeConnection(admin, "webchat");
  const queueIds = [await makeQueue(admin, "Vendas"), await makeQueue(admin, "Suporte")];
  const within = <T>(run: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, run);
  const prefix = `/${companyId}`;
  const made = await admin.call(integrations.create, {
    body: { type: "webhook", name: "Fluxo", urlN8N: `${service.url}${prefix}`, ...form },
  });
  await within(async (tx) => {
    await tx`update app.connections set greeting = 'Menu', farewell = 'Até logo!', integration_id = ${made.id}`;
    await tx`insert into app.connection_queues (connection_id, queue_id) select ${line}, id from app.queues`;
  });
  const ticket = async () =>
    (await within((tx) =>
      tx<
        {
          id: number;
          status: string;
          queueId: number | null;
          userId: number | null;
          useIntegration: boolean;
          isBot: boolean;
        }[]
      >`
        select id, status, queue_id as "queueId", user_id as "userId", use_integration as "useIntegration", is_bot as "isBot"
        from app.tickets order by id desc limit 1`
    ))[0]!;
  return {
    admin,
    companyId,
    queueIds,
    within,
    made,
    ticket,
    asked: () => service.asked.filter(({ path }) => path.startsWith(prefix)),
    says: (text: string, more: Partial<Said> = {}) =>
      receive(companyId, line, messageEvent({ connectionId: line, from: "ana", name: "Ana Lima", text, ...more })),
    turn: async () => await work(companyId, { ticketId: (await ticket()).id }),
    got: async () =>
      (await within((tx) => tx<{ body: string }[]>`select body from app.messages where from_me order by id`)).map((
        { body },
      ) => body),
    calls: async () => (await admin.call(integrations.calls, { params: { id: made.id } })).calls,
    log: async () =>
      (await within((tx) =>
        tx<{ type: string; detail: string | null }[]>`select type, detail from app.ticket_log order by id`
      ))
        .map(({ type, detail }) => detail ? `${type}: ${detail}` : type),
  };
}
/** Answers this company's calls so, others as before. */
function answering(o: { companyId: number }, reply: (n: number) => Response | Promise<Response>) {
  const before = service.reply;
  let n = 0;
  service.reply = (asked) => asked.path.startsWith(`/${o.companyId}`) ? reply(n++) : before(asked);
}

test("quick texts of a customer make one turn, signed, and its answer reaches them", async () => {
  const o = await office({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });
  for (let n = 0; n < 20; n++) await o.says(`texto ${n}`);
  expect(await o.ticket()).toMatchObject({ status: "pending", useIntegration: true, isBot: true });
  await o.turn();
  await o.turn();
  expect(o.asked()).toHaveLength(1);
  const { headers, json } = o.asked()[0]!;
  expect(headers.get("webhook-signature")).toMatch(/^v1,/);
  const data = json.data as { chatInput: string; contact: { name: string } };
  expect(data.chatInput.split("\n")).toHaveLength(20);
  expect(data.contact.name).toBe("Ana Lima");
  expect(await o.got()).toEqual(["Olá"]);
  expect(await o.calls()).toMatchObject([{ outcome: "answered", answered: "Olá" }]);
});

test("a person who accepts while the service thinks is not talked over", async () => {
  const o = await office();
  answering(o, async () => {
    const { id } = await o.ticket();
    await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
    return Response.json({ output: "tarde" });
  });
  await o.says("Oi");
  await o.turn();
  expect(await o.got()).not.toContain("tarde");
  expect(await o.ticket()).toMatchObject({ status: "open", userId: o.admin.userId, useIntegration: false });
  expect(await o.calls()).toMatchObject([{ outcome: "dropped", detail: "a person" }]);
});

const text = (markdown: string) => ({ type: "text", content: { type: "markdown", markdown } });
test.each<[string, { status?: string; isTransfered?: boolean; queueId?: number }]>([
  ["accepts", { status: "open" }],
  ["transfers", { isTransfered: true }],
  ["closes", { status: "closed" }],
  ["moves", {}],
])("what a flow was to say later is taken back when a person %s the ticket", async (_, body) => {
  const o = await office({ type: "typebot", typebotSlug: "b", typebotDelayMessage: 5000 });
  answering(
    o,
    () =>
      Response.json({
        sessionId: "s1",
        messages: [text("um"), text("dois"), text("três")],
        input: { type: "text input" },
      }),
  );
  await o.says("Oi");
  await o.turn();
  await o.within((tx) => tx`update app.messages set retry_at = now() - interval '1 second' where body = 'um'`);
  const { id } = await o.ticket();
  await o.admin.call(tickets.update, { params: { id }, body: { queueId: o.queueIds[1]!, ...body } as never });
  const rows = await o.within((tx) =>
    tx<{ body: string; status: string; error: string | null }[]>`
      select body, status, error from app.messages where data ->> 'auto' = 'integration' order by id`
  );
  expect([...rows]).toEqual([
    { body: "um", status: "waiting", error: null },
    { body: "dois", status: "failed", error: "ERR_WITHDRAWN" },
    { body: "três", status: "failed", error: "ERR_WITHDRAWN" },
  ]);
});

test("what a flow says before it hands over is said", async () => {
  const o = await office({ type: "typebot", typebotSlug: "b", typebotDelayMessage: 5000 });
  answering(
    o,
    () =>
      Response.json({
        sessionId: "s1",
        messages: [text("um"), text("dois"), text('#{"queueId":' + o.queueIds[1] + "}")],
      }),
  );
  await o.says("Oi");
  await o.turn();
  expect(await o.ticket()).toMatchObject({ useIntegration: false, queueId: o.queueIds[1] });
  const rows = await o.within((tx) =>
    tx<{ status: string }[]>`select status from app.messages where data ->> 'auto' = 'integration' order by id`
  );
  expect(rows.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
});

test.each<[string, () => Response]>([
  ["status", () => new Response("x", { status: 500 })],
  ["redirect", () => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } })],
  ["nonsense", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["too_large", () => new Response("x".repeat(2_000_000))],
])("a service that fails by %s gives the ticket to people with the reason", async (why, reply) => {
  const o = await office();
  answering(o, reply);
  await o.says("Oi");
  await o.turn();
  expect(await o.ticket()).toMatchObject({ status: "pending", useIntegration: false, isBot: false });
  expect(await o.log()).toContain(`toPeople: ${why}`);
  expect((await o.calls())[0]).toMatchObject({ outcome: "failed", said: "Oi" });
  await o.says("Alguém?");
  expect(await o.ticket()).toMatchObject({ useIntegration: false });
  expect(o.asked()).toHaveLength(1);
});

const typebotSays = (reply: object) => () => Response.json({ sessionId: "s1", ...reply });
test.each<[string, object, () => Response]>([
  ["a Typebot whose messages are no list", { type: "typebot", typebotSlug: "b" }, typebotSays({ messages: {} })],
  [
    "a Typebot whose choices are nothing",
    { type: "typebot", typebotSlug: "b" },
    typebotSays({ messages: [], input: { type: "choice input", items: null } }),
  ],
  [
    "a Typebot whose text is no list",
    { type: "typebot", typebotSlug: "b" },
    typebotSays({ messages: [{ type: "text", content: { richText: "Olá" } }] }),
  ],
  [
    "a Typebot whose link is a number",
    { type: "typebot", typebotSlug: "b" },
    typebotSays({ messages: [], clientSideActions: [{ redirect: { url: 7 } }] }),
  ],
])("%s is asked once and gives the ticket to people", async (_, form, reply) => {
  const o = await office(form);
  answering(o, reply);
  await o.says("Oi");
  await o.turn();
  await o.turn();
  expect(o.asked()).toHaveLength(1);
  expect(await o.ticket()).toMatchObject({ status: "pending", useIntegration: false });
  expect(await o.log()).toContain("toPeople: nonsense");
  expect(await o.calls()).toMatchObject([{ outcome: "failed", detail: "nonsense" }]);
});

test("a text with a zero byte is said without it", async () => {
  const o = await office();
  answering(o, () => Response.json({ output: "Ol\u0000á" }));
  await o.says("Oi");
  await o.turn();
  expect(await o.got()).toEqual(["Olá"]);
});

test("a refusal with a zero byte gives the ticket to people", async () => {
  const o = await office();
  answering(o, () => Response.json({ message: "no\u0000pe" }, { status: 400 }));
  await o.says("Oi");
  await o.turn();
  expect(await o.log()).toContain("toPeople: status");
});

test("a file whose address is not encoded right is sent under the name that stands there", async () => {
  const o = await office();
  const before = service.reply;
  service.reply = (asked) =>
    asked.path === `/${o.companyId}/100%.txt`
      ? new Response("tudo", { headers: { "content-type": "text/plain" } })
      : asked.path === `/${o.companyId}`
      ? Response.json({ messages: [{ url: `${service.url}/${o.companyId}/100%.txt` }] })
      : before(asked);
  await o.says("Oi");
  await o.turn();
  expect(await o.within((tx) => tx`select file_name as name from app.media`)).toMatchObject([{ name: "100%.txt" }]);
});

test("a service that is busy is asked once more under the same id", async () => {
  const o = await office();
  answering(
    o,
    (n) =>
      n === 0
        ? new Response("", { status: 429, headers: { "retry-after": "1" } })
        : Response.json({ answer: "Pronto" }),
  );
  await o.says("Oi");
  await o.turn();
  expect(new Set(o.asked().map(({ headers }) => headers.get("webhook-id"))).size).toBe(1);
  expect(await o.got()).toEqual(["Pronto"]);
});

test("a customer's file that is still being fetched is waited for, up to half a minute", async () => {
  const o = await office();
  await o.says("Veja");
  await o.within((tx) =>
    tx`
    with f as (insert into app.media (id, state, kind) values (${
      crypto.randomUUID().replaceAll("-", "")
    }, 'pending', 'image') returning id)
    update app.messages set media_id = f.id, kind = 'image' from f where not from_me`
  );
  await o.turn();
  expect(o.asked()).toHaveLength(0);
  const { id } = await o.ticket();
  const [job] = await asPlatform((tx) =>
    tx<{ waits: boolean }[]>`
      select run_at between now() and now() + interval '2 seconds' as waits from graphile_worker._private_jobs
      where (payload ->> 'companyId')::bigint = ${o.companyId} and key like ${`%integration:${id}`}`
  );
  expect(job).toEqual({ waits: true });
  await o.within((tx) => tx`update app.media set created_at = now() - interval '31 seconds'`);
  await o.turn();
  expect(o.asked()).toHaveLength(1);
});

test("a customer's file is carried when it has come", async () => {
  const o = await office();
  await o.says("Veja");
  await o.within((tx) =>
    tx`
    with f as (insert into app.media (id, state, kind) values (${
      crypto.randomUUID().replaceAll("-", "")
    }, 'pending', 'image') returning id)
    update app.messages set media_id = f.id, kind = 'image' from f where not from_me`
  );
  await o.turn();
  await o.within((tx) => tx`update app.media set state = 'stored'`);
  await o.turn();
  expect(o.asked().map(({ json }) => (json.data as { media: unknown[] }).media.length)).toEqual([1]);
});

test("an inner address is refused and not asked", async () => {
  const o = await office({ urlN8N: "http://10.0.0.1/hook" });
  await o.says("Oi");
  await o.turn();
  expect(await o.log()).toContain("toPeople: inner");
});

test("five failures pause an integration: the next customer goes to people at once, and saving ends the pause", async () => {
  const o = await office();
  answering(o, () => new Response("", { status: 500 }));
  for (const from of ["a", "b", "c", "d", "e"]) {
    await o.says("Oi", { from });
    await o.turn();
  }
  expect((await o.admin.call(integrations.show, { params: { id: o.made.id } })).pausedUntil).not.toBeNull();
  await o.says("Oi", { from: "f" });
  await o.turn();
  expect(o.asked()).toHaveLength(5);
  expect(await o.log()).toContain("toPeople: paused");
  await o.admin.call(integrations.update, { params: { id: o.made.id }, body: { name: "Fluxo" } });
  expect((await o.admin.call(integrations.show, { params: { id: o.made.id } })).pausedUntil).toBeNull();
});

test("commands go to queues and people of the company only", async () => {
  const [o, other] = [await office(), await office()];
  const [first, second] = o.queueIds;
  for (
    const [from, queueId, expected] of [["a", second!, second!], ["b", other.queueIds[0]!, null], [
      "c",
      first!,
      first!,
    ]] as const
  ) {
    service.reply = (asked) =>
      asked.path.startsWith(`/${o.companyId}`)
        ? Response.json({ output: "Passando", actions: [{ type: "transfer", queueId }] })
        : Response.json({});
    await o.says("Oi", { from });
    await o.turn();
    expect(await o.ticket()).toMatchObject({ queueId: expected, useIntegration: false, status: "pending" });
  }
  expect(await o.log()).toContain("toPeople: unknownTarget");
  service.reply = () => Response.json({ actions: [{ type: "close" }] });
  await o.says("Oi", { from: "d" });
  await o.turn();
  expect(await o.ticket()).toMatchObject({ status: "closed", useIntegration: false });
  expect((await o.got()).at(-1)).toBe("Até logo!");
  service.reply = () => Response.json({ output: "Olá" });
});

test("two bots that write to each other end after twenty turns in an hour", async () => {
  const o = await office();
  for (let n = 0; n < 22; n++) {
    await o.says(`eco ${n}`);
    await o.turn();
  }
  expect(o.asked()).toHaveLength(20);
  expect(await o.log()).toContain("toPeople: limit");
});

test("a flow that closes each ticket ends after twenty turns of a customer in an hour", async () => {
  const o = await office();
  answering(o, () => Response.json({ output: "Tchau", actions: [{ type: "close" }] }));
  for (let n = 0; n < 21; n++) {
    await o.says(`eco ${n}`);
    await o.turn();
  }
  expect(o.asked()).toHaveLength(20);
  expect(await o.ticket()).toMatchObject({ status: "pending", useIntegration: false });
  await o.says("Oi", { from: "bia" });
  await o.turn();
  expect(o.asked()).toHaveLength(21);
});

test.each([["finish", { typebotKeywordFinish: "eco" }], [
  "restart",
  { typebotKeywordRestart: "eco", typebotRestartMessage: "De novo" },
]])("a customer's keyword to %s counts as a turn", async (_, form) => {
  const o = await office({ type: "typebot", typebotSlug: "b", ...form });
  for (let n = 0; n < 21; n++) {
    await o.says("eco");
    await o.turn();
  }
  expect(o.asked()).toHaveLength(0);
  expect(await o.log()).toContain("toPeople: limit");
});

test("a plan that loses integrations, or a deleted integration, gives the conversation to people", async () => {
  const o = await office();
  await o.says("Oi");
  await o.within((tx) => tx`select 1`);
  const { places } = await o.admin.call(integrations.remove, { params: { id: o.made.id } });
  expect(places).toHaveLength(1);
  await o.turn();
  expect(await o.ticket()).toMatchObject({ useIntegration: false, status: "pending" });
  expect(await o.log()).toContain("toPeople: deleted");
  expect(o.asked()).toHaveLength(0);
});

test("secrets are in no answer, trail or log, and stay when a form leaves them empty", async () => {
  const o = await office({ secret: "PLANTED-segredo-77aa" });
  answering(o, () => Response.json({ output: "Bearer PLANTED-segredo-77aa" }));
  const saved = await o.admin.call(integrations.update, {
    params: { id: o.made.id },
    body: { name: "Outro", secret: "" },
  });
  expect(saved).toMatchObject({ isSigned: true });
  await o.says("Oi");
  await o.turn();
  const rows = await o.within((tx) =>
    tx<{ all: string }[]>`
      select (select coalesce(string_agg(a::text, ' '), '') from app.audit a) || (select coalesce(string_agg(c::text, ' '), '') from app.integration_calls c)
        || (select string_agg(i::text, ' ') from app.queue_integrations i) as all`
  );
  expect(JSON.stringify([saved, rows, await o.calls()])).not.toContain("PLANTED");
});

test("a Typebot is started, asks for a choice by number, goes on, is unknown after it expired, and ends with people", async () => {
  const choice = { type: "choice input", items: [{ content: "Preços" }, { content: "Suporte" }] };
  const admin = await office({
    type: "typebot",
    typebotSlug: "meu-bot",
    typebotDelayMessage: 0,
    typebotUnknownMessage: "Escolha um número",
  });
  const replies: Record<string, unknown> = {};
  answering(admin, () => Response.json({}));
  service.reply = ({ path, json }) => {
    if (path.endsWith("/typebots/meu-bot/startChat")) {
      return Response.json({ sessionId: "s1", messages: [text("Bem-vindo")], input: choice });
    }
    replies.last = (json.message as { text?: string })?.text;
    if (replies.last === "Preços") {
      return Response.json({ messages: [text("São R$ 5")], input: { type: "text input" } });
    }
    if (replies.gone) return Response.json({ message: "Session not found." }, { status: 404 });
    return Response.json({ messages: [text("Obrigado")] });
  };
  await admin.says("Oi");
  await admin.turn();
  expect(await admin.got()).toEqual(["Bem-vindo", "*1* - Preços\n*2* - Suporte"]);
  await admin.says("9");
  await admin.turn();
  expect((await admin.got()).at(-1)).toBe("Escolha um número");
  await admin.says("1");
  await admin.turn();
  expect((await admin.got()).at(-1)).toBe("São R$ 5");
  replies.gone = true;
  await admin.says("outra coisa");
  await admin.turn();
  expect((await admin.got()).slice(-2)).toEqual(["Bem-vindo", "*1* - Preços\n*2* - Suporte"]);
  replies.gone = false;
  await admin.says("suporte");
  await admin.turn();
  expect((await admin.got()).at(-1)).toBe("Obrigado");
  expect(await admin.ticket()).toMatchObject({ useIntegration: false, status: "pending" });
  expect(await admin.log()).toContain("toPeople: over");
  service.reply = () => Response.json({ output: "Olá" });
});

test("a test call says what the service answered, or why it did not", async () => {
  const o = await office();
  const tried = await o.admin.call(integrations.test, {
    body: { type: "webhook", urlN8N: `${service.url}/${o.companyId}` },
  });
  expect(tried).toMatchObject({ ok: true, answer: "Olá" });
  expect(await o.admin.call(integrations.test, { body: { type: "n8n", urlN8N: "http://192.168.0.1/" } })).toMatchObject(
    {
      ok: false,
      reason: "inner",
    },
  );
  expect(await o.admin.call(integrations.test, { body: { type: "dialogflow", projectName: "p", jsonContent: "{}" } }))
    .toMatchObject({
      ok: false,
      reason: "service_account",
    });
});

test("a DialogFlow agent is asked with a token that its service account signed for", async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
    true,
    ["sign", "verify"],
  ) as CryptoKeyPair;
  const pem = Buffer.from(await crypto.subtle.exportKey("pkcs8", privateKey)).toString("base64");
  const account = {
    type: "service_account",
    client_email: "bot@projeto.iam",
    private_key: `-----BEGIN PRIVATE KEY-----\n${pem}\n-----END PRIVATE KEY-----\n`,
  };
  const o = await office({ type: "dialogflow", projectName: "projeto", jsonContent: JSON.stringify(account) });
  const seen: string[] = [];
  service.reply = ({ path, text, headers, json }) => {
    seen.push(path);
    if (path === "/token") {
      return Response.json(text.includes("assertion=ey") ? { access_token: "t0k", expires_in: 3600 } : {});
    }
    const { queryInput } = json as { queryInput: { text: { text: string; languageCode: string } } };
    if (headers.get("authorization") !== "Bearer t0k") return new Response("", { status: 401 });
    return Response.json({
      queryResult: { fulfillmentText: `${queryInput.text.languageCode}: ${queryInput.text.text}`, intent: {} },
    });
  };
  await o.says("quero falar com vendas");
  await o.turn();
  expect(await o.got()).toEqual(["pt-BR: quero falar com vendas"]);
  expect(seen[0]).toBe("/token");
  expect(seen[1]).toMatch(/^\/v2\/projects\/projeto\/agent\/sessions\/[\w-]{36}:detectIntent$/);
  service.reply = () => Response.json({ output: "Olá" });
});
