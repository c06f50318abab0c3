// Proof S24: plants known secrets through the product's own calls in a started process, then searches for them in everything
// that a thief of a dump, a log, an answer or an event could hold.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import postgres from "postgres";
import { MetaSimulator } from "../../../channels/meta/simulator/simulator.ts";
import { signatureOf } from "../../../channels/meta/signature.ts";
import { testApp } from "../../core/testing/api.ts";
import { type Started, startProcess } from "./started.ts";

const planted = {
  pageToken: "PLANTED-page-token-a1b2",
  userToken: "PLANTED-facebook-user-token-c3d4",
  cloudToken: "PLANTED-cloud-access-token-e5f6",
  cloudSecret: "PLANTED-cloud-app-secret-0718",
  appSecret: "PLANTED-operator-app-secret-2930",
  verifyToken: "PLANTED-verify-token-4152",
  password: "PLANTED-user-password-6374",
  second: "PLANTED-second-password-8596",
  wrong: "PLANTED-wrong-password-a7b8",
  modelKey: "PLANTED-model-key-c9d0",
  voiceKey: "PLANTED-voice-key-e1f2",
  flowSecret: "PLANTED-flow-secret-0314",
  accountKey: "PLANTED-service-account-2536",
};
const forms = [...Object.values(planted), "PLANTED-admin-password-7f3a"].flatMap((secret) => [
  secret,
  btoa(secret).replace(/=+$/, ""),
  new TextEncoder().encode(secret).toHex(),
  encodeURIComponent(secret),
]);
const meta = new MetaSimulator();
let started: Started;
let sealed: Record<string, unknown> = {};
let token = "";
let refresh = "";
let heard = "";
const answers: string[] = [];
/** Answers that show a secret to the person who just typed it or must see it once. */
const stop = new AbortController();

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${started.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  answers.push(`${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${text}`);
  refresh = /recado_refresh=([^;]+)/.exec(response.headers.getSetCookie().join())?.[1] ?? refresh;
  return text.startsWith("{") ? JSON.parse(text) : {};
}

beforeAll(async () => {
  await meta.start();
  meta.state.pages = [{
    id: "100200300400599",
    name: "Plantada",
    access_token: planted.pageToken,
    tasks: ["MESSAGING"],
  }];
  started = await startProcess({
    META_APP_ID: "512300000000001",
    META_APP_SECRET: planted.appSecret,
    META_VERIFY_TOKEN: planted.verifyToken,
    META_GRAPH_URL: meta.url,
  });
  const signedIn = await call("POST", "/api/auth/login", { email: started.email, password: started.password });
  token = signedIn.token as string;
  const stream = await fetch(`${started.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  void (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk;
  })().catch(() => {});
  await call("POST", "/api/facebook", { facebookUserId: "1", facebookUserToken: planted.userToken }, {
    "idempotency-key": "fb",
  });
  const cloud = {
    name: "Cloud",
    channel: "whatsappapi",
    phoneNumberId: "10600700800",
    wabaId: "20600700800",
    accessToken: planted.cloudToken,
    appSecret: planted.cloudSecret,
  };
  const { id } = await call("POST", "/api/whatsapp", cloud, { "idempotency-key": "wa" });
  await call("PUT", `/api/whatsapp/${id}`, { ...cloud, settings: { accessToken: planted.cloudToken } }, {
    "idempotency-key": "wa2",
  });
  // Once Graph has confirmed the number it is this connection's, and a second form that names it is refused.
  await vi.waitFor(async () => {
    const asked = await fetch(`${started.url}/api/whatsapp`, { headers: { authorization: `Bearer ${token}` } });
    const list: { id: number; status: string }[] = await asked.json();
    expect(list.find((one) => one.id === id)?.status).toBe("CONNECTED");
  }, { timeout: 20_000, interval: 100 });
  await call("POST", "/api/whatsapp", { ...cloud, name: "Twice" });
  await call("POST", "/api/whatsapp", {
    ...cloud,
    name: "Wrong",
    phoneNumberId: { a: planted.cloudToken },
    settings: { accessToken: planted.cloudToken },
  });
  const person = { name: "Ana", email: "ana@proof.local", password: planted.password };
  const { id: userId } = await call("POST", "/api/users", person, { "idempotency-key": "u" });
  await call("PUT", `/api/users/${userId}`, { password: planted.second }, { "idempotency-key": "u2" });
  await call("POST", "/api/users", { ...person, email: planted.password, queueIds: "x" });
  await call("POST", "/api/auth/login", { email: person.email, password: planted.wrong });
  await call("POST", "/api/auth/login", { email: planted.password, password: { x: planted.wrong } });
  const { id: queueId } = await call("POST", "/api/queue", {
    name: "Plantada",
    color: "#123456",
    greetingMessage: "Oi",
  });
  const prompt = { name: "Flora", queueId, apiKey: planted.modelKey, voiceKey: planted.voiceKey };
  const { id: promptId } = await call("POST", "/api/prompt", prompt, { "idempotency-key": "p" });
  await call("PUT", `/api/prompt/${promptId}`, { ...prompt, queueId: planted.modelKey });
  await call("POST", "/api/prompt/test", { id: promptId, baseUrl: meta.url, apiKey: planted.modelKey, question: "Oi" });
  const flow = { type: "webhook", name: "Fluxo", urlN8N: `${meta.url}/flow`, secret: planted.flowSecret };
  const { id: flowId } = await call("POST", "/api/queueIntegration", flow, { "idempotency-key": "f" });
  const account =
    `{"type":"service_account","client_email":"a@b.iam","private_key":"-----BEGIN PRIVATE KEY-----\\n${planted.accountKey}\\n"}`;
  await call("PUT", `/api/queueIntegration/${flowId}`, { ...flow, jsonContent: account });
  await call("POST", "/api/queueIntegration/testSession", { ...flow, id: flowId });
  sealed = { promptId, flowId };
  const company = { name: "Loja", email: "loja@proof.local", planId: 1 };
  made = String((await call("POST", "/api/companies", company, { "idempotency-key": "c" })).password);
  await call("POST", "/api/companies", company, { "idempotency-key": "c" }).then((again) => replayed = again);
  await call("POST", "/api/auth/refresh_token", undefined, { cookie: `__Host-recado_refresh=${refresh}` });
  const body = new TextEncoder().encode(
    '{"object":"page","entry":[{"id":"100200300400599","time":1,"messaging":[{"sender":{"id":"77"},"recipient":{"id":"100200300400599"},"timestamp":1,"message":{"mid":"m.x","text":"Oi"}}]}]}',
  );
  await fetch(`${started.url}/webhooks/facebook`, {
    method: "POST",
    body,
    headers: { "x-hub-signature-256": await signatureOf(body, planted.appSecret) },
  }).then((r) => r.body?.cancel());
  await fetch(
    `${started.url}/webhooks/facebook?hub.mode=subscribe&hub.verify_token=${planted.verifyToken}&hub.challenge=1`,
  ).then((r) => r.body?.cancel());
  // Sessions open, provider calls fail and are logged.
  meta.state.pages = [];
  await new Promise((resolve) => setTimeout(resolve, 2_500));
}, 90_000);
let made = "";
let replayed: Record<string, unknown> = {};
afterAll(async () => {
  stop.abort();
  await started?.stop();
  await meta.stop();
});

function found(where: string, text: string): string[] {
  return forms.filter((form) => text.includes(form)).map((form) => `${where}: ${form.slice(0, 40)}`);
}

test("the keys of prompts and integrations were taken in", () => {
  expect(sealed).toEqual({ promptId: expect.any(Number), flowId: expect.any(Number) });
});

test("the planted secrets are in use: connections exist, and the provider saw the tokens", async () => {
  const list = await fetch(`${started.url}/api/whatsapp`, { headers: { authorization: `Bearer ${token}` } }).then((r) =>
    r.json()
  );
  expect(list.map((c: { channel: string }) => c.channel).toSorted()).toEqual(["facebook", "webchat", "whatsappapi"]);
  expect([...meta.state.subscribed]).toContain("100200300400599");
  expect(made).toHaveLength(14);
  expect(heard).toMatch(/whatsapp/);
});

test("a dump of all tables holds no secret, binary columns included", async () => {
  const sql = postgres(started.databaseUrl, { max: 1, onnotice: () => {} });
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  const hits: string[] = [];
  let rows = 0;
  for (const { name } of tables) {
    const dump = await sql.unsafe<{ line: string }[]>(`select t::text as line from ${name} t`);
    rows += dump.length;
    // Text in a bytea shows only when decoded, and JSON text in a JSON column is escaped.
    const text = dump.map((row) => row.line).join("\n");
    const bytes = [...text.matchAll(/\\x([0-9a-f]{8,})/g)].map((m) =>
      new TextDecoder().decode(Uint8Array.fromHex(m[1]!))
    ).join("\n");
    hits.push(...found(name, text), ...found(`${name} (bytes)`, bytes));
    if (made.length > 8 && `${text}${bytes}`.includes(made)) hits.push(`${name}: the password that was shown once`);
    if (refresh && text.includes(refresh.split(".").at(-1)!)) hits.push(`${name}: a refresh token`);
    if (text.includes(token)) hits.push(`${name}: an access token`);
  }
  await sql.end();
  expect(rows).toBeGreaterThan(40);
  expect(hits).toEqual([]);
});

test("no log line, no answer, no event and no page of the API holds a secret", async () => {
  const paths = (await testApp()).api.endpoints.filter((e) => e.method === "GET").map((e) => e.path);
  for (const path of [...paths, "/openapi.json"]) {
    for (const id of path.includes("{") ? [1, 2, 3, 4] : [1]) {
      await call("GET", `/api${path.replace(/\{\w+\}/g, String(id))}`);
    }
  }
  for (const path of ["/api/docs", "/healthz"]) {
    answers.push(await fetch(`${started.url}${path}`).then((r) => r.text()));
  }
  expect(answers.length).toBeGreaterThan(60);
  const log = started.output();
  expect(log.split("\n").length).toBeGreaterThan(2);
  expect([
    ...answers.flatMap((answer) => found(answer.slice(0, 60), answer)),
    ...found("log", log),
    ...found("events", heard),
  ]).toEqual([]);
  expect(log.includes(made) || heard.includes(made)).toBe(false);
  expect(log.includes(token) || (refresh !== "" && log.includes(refresh))).toBe(false);
});

test("the sign-in at a provider left one audit row, without its token (S27)", async () => {
  const sql = postgres(started.databaseUrl, { max: 1, onnotice: () => {} });
  const rows = await sql`select after from app.audit where action = 'POST /facebook'`;
  await sql.end();
  expect(rows.map((row) => row.after)).toMatchObject([{ facebookUserToken: "[hidden]" }]);
});

test("a password made for a company is not shown again when the same request is repeated", () => {
  expect(replayed).toMatchObject({ name: "Loja" });
  expect(replayed.password).toBeUndefined();
});
