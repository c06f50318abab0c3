// A test is its own company: `someone()` makes one. Tests share a database, run in parallel, need no order and no cleaning.
import { Hono } from "hono";
import { beforeAll, inject } from "vitest";
import { type ChannelPlugin } from "../../../channels/sdk/mod.ts";
import { apiLogin } from "../../../db/migrate.ts";
import { asPlatform, connectDatabase, disconnectDatabase, withTenant } from "../../../db/tenant.ts";
import { createApp } from "../../app.ts";
import { createChannelHost } from "../../channels/host.ts";
import { type Answer, type Call, type Endpoint } from "../../contract/endpoint.ts";
import { buildRequest, readAnswer } from "../../contract/client.ts";
import { startListener } from "../../../db/listen.ts";
import { signAccess } from "../access/auth.ts";
import { answerError } from "../http/errors.ts";
import { readEnv } from "../env.ts";
import { setUpPush } from "../../features/notifications/push/push-service.ts";
import { support } from "../../features/support/contract.ts";
import { setTicketEffects } from "../../features/tickets/effects.ts";
import { ticketEffects } from "../../ticket-effects.ts";
import { setMediaRoot } from "../media/media.ts";
import type { Api } from "../http/route.ts";
import { setSecret } from "../secrets/seal.ts";
import { Stream } from "../live/stream.ts";
import { afterFile } from "./after-file.ts";
import { TEST_SECRET } from "./secret.ts";

export interface Person {
  companyId: number;
  userId: number;
  sessionId: string;
  token: string;
  email: string;
  /** Calls the API as this person. Throws ApiError for refusals. */
  call: <E extends Endpoint>(e: E, call?: Call<E>, headers?: Record<string, string>) => Promise<Answer<E>>;
  /** The raw answer. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
}
export interface Options {
  profile?: "admin" | "user";
  super?: boolean;
  /** A colleague of this person instead of a new company. */
  colleagueOf?: Person;
  /** Columns of app.users by name. */
  flags?: Record<string, boolean | string | number>;
  queueIds?: number[];
  plan?: { users?: number; connections?: number; queues?: number; flags?: Record<string, boolean> };
  settings?: Record<string, string>;
  dueAt?: Date | null;
}

interface Running {
  api: Api;
  stream: Stream;
}
let running: Promise<Running> | null = null;

/** The application of this test process, in process, on the shared database unless the first call names another. */
export function testApp(plugins?: ReadonlyMap<string, ChannelPlugin>, database?: string): Promise<Running> {
  return running ??= open(plugins, database);
}

async function open(plugins?: ReadonlyMap<string, ChannelPlugin>, owner = inject("databaseUrl")): Promise<Running> {
  setSecret(TEST_SECRET);
  connectDatabase({ owner, api: apiLogin(owner, TEST_SECRET).url }, { api: 6, owner: 3 });
  const env = {
    ...readEnv({
      DATA_DIR: await Deno.makeTempDir({ prefix: "recado-media-" }),
      META_VERIFY_TOKEN: "verify",
      META_APP_SECRET: "fixture-app-secret",
    }),
    SECRET_KEY: TEST_SECRET,
    PUBLIC_URL: "http://localhost:8080",
  };
  setMediaRoot(`${env.DATA_DIR}/media`);
  setUpPush(env);
  setTicketEffects(ticketEffects);
  const listener = startListener(owner);
  const stream = new Stream(listener, "0000beef");
  const channels = await createChannelHost({ env, stream, listener, plugins });
  const api = createApp({ env, stream, channels });
  afterFile(async () => {
    stream.stop();
    await channels.stop();
    await listener.stop();
    await disconnectDatabase(1);
    await Deno.remove(env.DATA_DIR, { recursive: true }).catch(() => {});
    running = null;
  });
  return { api, stream };
}

/** Calls that are declared in a test, behind the same door as the product's; opens the database. */
export function mount(routes: (api: Api) => void): Api {
  beforeAll(() => testApp());
  const api: Api = { http: new Hono(), endpoints: [] };
  api.http.onError((error, c) => answerError(error, c));
  api.http.use("*", async (c, next) => {
    c.set("address", "127.0.0.1");
    await next();
  });
  routes(api);
  return api;
}

/** The token of an operator who looks into this person's company, or into a new one. */
export async function lookIn(member?: Person): Promise<string> {
  const { companyId } = member ?? await someone();
  const operator = await someone({ super: true, dueAt: null });
  await withTenant({ companyId }, (tx) =>
    tx`insert into app.settings (key, value) values ('supportAccess', 'enabled')
      on conflict (company_id, key) do update set value = excluded.value`);
  return (await operator.call(support.enter, { params: { id: companyId } })).token!;
}

let serial = 0;
const unique = () => `${Date.now().toString(36)}${Deno.pid.toString(36)}${(serial++).toString(36)}`;

/** A person with a session, in a new company or as a colleague. */
export async function someone(options: Options = {}): Promise<Person> {
  const { api } = await testApp();
  const companyId = options.colleagueOf?.companyId ?? await makeCompany(options);
  const email = `p${unique()}@test.local`;
  const sessionId = crypto.randomUUID();
  const flags = {
    profile: options.profile ?? (options.colleagueOf ? "user" : "admin"),
    super: options.super ?? false,
    ...options.flags,
  };
  const userId = await withTenant({ companyId }, async (tx) => {
    const [user] = await tx<{ id: number }[]>`insert into app.users ${
      tx({ company_id: companyId, name: `Person ${email}`, email, password: "", ...flags })
    } returning id`;
    for (const queueId of options.queueIds ?? []) {
      await tx`insert into app.user_queues (user_id, queue_id) values (${user!.id}, ${queueId})`;
    }
    await tx`insert into app.sessions (id, user_id, device, salt, expires_at) values (${sessionId}, ${
      user!.id
    }, 'desk', 'salt', now() + interval '1 day')`;
    return user!.id;
  });
  await asPlatform((tx) =>
    tx`insert into app.logins (email, company_id, user_id) values (${email}, ${companyId}, ${userId})`
  );
  const token = await signAccess(companyId, userId, sessionId);
  const http = async (request: Request) => await api.http.fetch(request);
  return {
    companyId,
    userId,
    sessionId,
    token,
    email,
    call: async (e, call, headers) =>
      await readAnswer(
        e,
        await http(
          buildRequest("http://localhost", e, call ?? {}, {
            headers: { authorization: `Bearer ${token}`, ...headers },
          }),
        ),
      ),
    fetch: async (path, init = {}) => {
      const request = new Request(`http://localhost${path}`, init);
      request.headers.set("authorization", `Bearer ${token}`);
      return await http(request);
    },
  };
}

async function makeCompany(options: Options): Promise<number> {
  return await asPlatform(async (tx) => {
    const name = `Company ${unique()}`;
    const plan = options.plan ?? {};
    const [row] = await tx<{ id: number }[]>`
      with p as (insert into app.plans (name, users, connections, queues, flags, is_public)
        values (${name}, ${plan.users ?? 100}, ${plan.connections ?? 100}, ${plan.queues ?? 100}, ${
      tx.json(plan.flags ?? {})
    }, false) returning id)
      insert into app.companies (name, plan_id, due_at) select ${name}, p.id, ${
      options.dueAt === undefined ? new Date(Date.now() + 864e5 * 30) : options.dueAt
    } from p returning id`;
    for (const [key, value] of Object.entries(options.settings ?? {})) {
      await tx`insert into app.settings (company_id, key, value) values (${row!.id}, ${key}, ${value})`;
    }
    return row!.id;
  });
}

/** A queue of this person's company. */
export async function makeQueue(person: Person, name = `Queue ${unique()}`): Promise<number> {
  return await withTenant({ companyId: person.companyId }, async (tx) => {
    const [queue] = await tx<{ id: number }[]>`insert into app.queues (name, color) values (${name}, ${
      "#" + Math.floor(Math.random() * 0xffffff).toString(16).padStart(6, "0")
    }) returning id`;
    return queue!.id;
  });
}

/** A connection of this person's company over a channel; no session is opened for it. */
export async function makeConnection(person: Person, channel = "webchat", account?: string): Promise<number> {
  const id = await withTenant({ companyId: person.companyId }, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.connections (name, channel, token, status, is_default)
      values (${`Connection ${unique()}`}, ${channel}, ${unique()}, 'CONNECTED', not exists (select 1 from app.connections where is_default)) returning id`;
    return row!.id;
  });
  if (account) {
    await asPlatform((tx) =>
      tx`insert into app.channel_accounts (channel, account, company_id, connection_id) values (${channel}, ${account}, ${person.companyId}, ${id})`
    );
  }
  return id;
}

/** The token of a new connection of this person's company, for programs. */
export async function makeToken(person: Person): Promise<string> {
  const id = await makeConnection(person, "facebook");
  const token = crypto.randomUUID().replaceAll("-", "").slice(0, 30);
  await withTenant(
    { companyId: person.companyId },
    (tx) => tx`update app.connections set token = ${token} where id = ${id}`,
  );
  return token;
}
