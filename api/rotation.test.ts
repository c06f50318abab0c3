// Another SECRET_KEY with the one before beside it: what is stored is opened, sealed anew, and opened without the one before.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform, withTenant } from "../db/tenant.ts";
import { leaseSecrets } from "./channels/lines/secrets.ts";
import { readBearer, signAccess } from "./core/access/auth.ts";
import { readPlatformSecret, writePlatformSecret } from "./core/secrets/platform.ts";
import { resealAll, sealedColumns } from "./core/secrets/reseal.ts";
import { seal, sealedStart, setSecret, unseal } from "./core/secrets/seal.ts";
import { makeConnection, type Person, someone } from "./core/testing/api.ts";
import { ownDatabase } from "./core/testing/own-database.ts";
import { TEST_SECRET } from "./core/testing/secret.ts";
import { asPlatform } from "../db/tenant.ts";
import { gateway, writeGateway } from "./features/invoices/gateways/store.ts";
import { openSettings } from "./features/connections/settings.ts";
import { newSecret, takeAppCode } from "./features/factors/authenticator.ts";
import { newCodes, takeCode } from "./features/factors/recovery.ts";
import { openSecrets, sealSecrets } from "./features/integrations/secrets.ts";
import { keepPayload, readPayload } from "./features/messages/payloads.ts";
import { openKeys, sealKeys } from "./features/prompts/actions/keys.ts";
import { openSecrets as openWebhook, sealSecrets as sealWebhook } from "./features/webhooks/secrets.ts";
import { fits, readRefreshToken, refreshToken } from "./features/session/tokens.ts";

const NEXT = "0a1b".repeat(16);
const WORDS = "segredo — ação 👋";
const bytes = new TextEncoder().encode(WORDS);
let person: Person;
let connectionId: number;
let appSecret: string;

beforeAll(async () => {
  await ownDatabase();
  person = await someone();
  connectionId = await makeConnection(person, "facebook");
});
afterAll(() => setSecret(TEST_SECRET));

const inCompany = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: person.companyId }, work);
const code = (stepsOn: number) =>
  new TOTP({ secret: Secret.fromBase32(appSecret), period: 30 }).generate({ timestamp: Date.now() + stepsOn * 30_000 });

/** A row that has a name and no secret yet. */
async function named(table: "prompts" | "queue_integrations"): Promise<number> {
  const [row] = await platform()<{ id: number }[]>`
    insert into ${platform()(`app.${table}`)} (company_id, name) values (${person.companyId}, 'Ação') returning id`;
  return row!.id;
}
/** One row for each table with something sealed, made as the product makes it where that is one call; and how the product opens it. */
const tables: Record<string, { make: () => Promise<unknown>; opened: () => Promise<unknown> }> = {
  connections: {
    make: () =>
      platform()`update app.connections set sealed = ${
        seal(
          new TextEncoder().encode(JSON.stringify({ accessToken: WORDS })),
          `connection:${person.companyId}:${connectionId}`,
        )
      } where id = ${connectionId}`,
    async opened() {
      const [row] = await platform()<{ sealed: Uint8Array }[]>`
        select sealed from app.connections where id = ${connectionId}`;
      return openSettings({ companyId: person.companyId, id: connectionId, settings: {}, ...row! }).accessToken;
    },
  },
  connection_secrets: {
    make: () =>
      platform()`insert into app.connection_secrets (company_id, connection_id, name, sealed) values (${person.companyId}, ${connectionId}, 'creds:é', ${
        seal(bytes, `secret:${person.companyId}:${connectionId}:creds:é`)
      })`,
    opened: async () =>
      text((await leaseSecrets(person.companyId, connectionId, crypto.randomUUID(), 1).get(["creds:é"]))["creds:é"]!),
  },
  connection_secrets_kept: {
    make: () =>
      platform()`insert into app.connection_secrets_kept (company_id, connection_id, why, name, sealed) values (${person.companyId}, ${connectionId}, 'test', 'creds', ${
        seal(bytes, `secret:${person.companyId}:${connectionId}:creds`)
      })`,
    async opened() {
      const [row] = await platform()<{ sealed: Uint8Array }[]>`select sealed from app.connection_secrets_kept`;
      return text(unseal(row!.sealed, `secret:${person.companyId}:${connectionId}:creds`));
    },
  },
  message_payloads: {
    make: () => inCompany((tx) => keepPayload(tx, { connectionId, contactId: 0, externalId: "wamid.ÿ:1" }, bytes)),
    opened: async () =>
      text((await readPayload(person.companyId, { connectionId, identities: [], externalId: "wamid.ÿ:1" }))!),
  },
  authenticators: {
    async make() {
      const made = await inCompany((tx) => newSecret(tx, person.userId, { issuer: "Recado", label: "a" }));
      appSecret = made!.secret;
      expect(await inCompany((tx) => takeAppCode(tx, person.userId, code(-1), true))).toBe(true);
    },
    // A step is taken once: the first look takes this one, the second the next.
    opened: async () =>
      await inCompany((tx) => takeAppCode(tx, person.userId, code(0))) ||
        await inCompany((tx) => takeAppCode(tx, person.userId, code(1)))
        ? WORDS
        : "the code was refused",
  },
  prompts: {
    async make() {
      const id = await named("prompts");
      await platform()`update app.prompts set sealed = ${
        sealKeys(person.companyId, id, { apiKey: WORDS })
      } where id = ${id}`;
    },
    async opened() {
      const [row] = await platform()<{ id: number; sealed: Uint8Array }[]>`select id, sealed from app.prompts`;
      return openKeys(person.companyId, row!.id, row!.sealed).apiKey;
    },
  },
  queue_integrations: {
    async make() {
      const id = await named("queue_integrations");
      await platform()`update app.queue_integrations set sealed = ${
        sealSecrets(person.companyId, id, { secret: WORDS })
      } where id = ${id}`;
    },
    async opened() {
      const [row] = await platform()<
        { id: number; sealed: Uint8Array }[]
      >`select id, sealed from app.queue_integrations`;
      return openSecrets(person.companyId, row!.id, row!.sealed).secret;
    },
  },
  webhooks: {
    async make() {
      const [row] = await platform()<{ id: number }[]>`
        insert into app.webhooks (company_id, name, url, events, position)
        values (${person.companyId}, 'Ação', 'https://recado.test/', '{ticket.created}', 0) returning id`;
      const sealed = sealWebhook(person.companyId, row!.id, { now: WORDS });
      await platform()`update app.webhooks set sealed = ${sealed} where id = ${row!.id}`;
    },
    async opened() {
      const [row] = await platform()<{ id: number; sealed: Uint8Array }[]>`select id, sealed from app.webhooks`;
      return openWebhook(person.companyId, row!.id, row!.sealed).now;
    },
  },
  gateways: {
    make: () => asPlatform((tx) => writeGateway(tx, "stripe", { secretKey: WORDS })),
    opened: async () => (await asPlatform((tx) => gateway(tx, "stripe"))).settings.secretKey,
  },
  platform_secrets: {
    make: () => asPlatform((tx) => writePlatformSecret(tx, "test", WORDS)),
    opened: () => asPlatform((tx) => readPlatformSecret(tx, "test")),
  },
};
const text = (opened: Uint8Array) => new TextDecoder().decode(opened);

async function columnsOfCatalogue(): Promise<string[]> {
  const rows = await platform()<{ name: string }[]>`
    select relname as name from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and attname = 'sealed' and not attisdropped order by 1`;
  return rows.map(({ name }) => name);
}

describe("another SECRET_KEY", () => {
  test("knows every table that has something sealed", async () => {
    const catalogue = await columnsOfCatalogue();
    expect((await sealedColumns()).map(({ table }) => table).sort()).toEqual(catalogue);
    expect(Object.keys(tables).sort()).toEqual(catalogue);
  });

  test("opens all of it, seals it anew, and then opens it alone; sessions and recovery codes go on", async () => {
    setSecret(TEST_SECRET);
    for (const { make } of Object.values(tables)) await make();
    // As it was sealed before keys had an id.
    await platform()`
      update app.message_payloads set sealed = '\\x01'::bytea || substring(sealed from 6) where connection_id = ${connectionId}`;
    const codes = await inCompany((tx) => newCodes(tx, person.userId));
    const session = { companyId: person.companyId, sessionId: person.sessionId, generation: 3, salt: "salt" };
    const cookie = readRefreshToken(refreshToken(session))!;
    const access = await signAccess(person.companyId, person.userId, person.sessionId);
    await resealAll();
    expect(await resealAll()).toBeNull();

    setSecret(NEXT, TEST_SECRET);
    expect(await tables.platform_secrets!.opened()).toBe(WORDS);
    expect(fits(cookie, "salt")).toBe(true);
    await expect(readBearer(`Bearer ${access}`)).rejects.toMatchObject({ code: "ERR_SESSION_EXPIRED" });
    expect(await resealAll()).toMatchObject({ lost: 0, sealed: expect.toSatisfy((n: number) => n >= 6) });
    for (const name of await columnsOfCatalogue()) {
      const rows = await platform().unsafe<{ sealed: Uint8Array }[]>(
        `select sealed from app.${name} where sealed is not null`,
      );
      expect(rows.length, name).toBeGreaterThan(0);
      const start = sealedStart();
      expect(rows.filter(({ sealed }) => !start.every((byte, at) => sealed[at] === byte)), name).toEqual([]);
    }

    setSecret(NEXT);
    for (const [name, { opened }] of Object.entries(tables)) expect(await opened(), name).toBe(WORDS);
    expect(await inCompany((tx) => takeCode(tx, person.userId, codes[0]!))).toBe(true);
    expect(await inCompany((tx) => takeCode(tx, person.userId, codes[0]!))).toBe(false);
    expect(fits(cookie, "salt")).toBe(false);
    await expect(readBearer(`Bearer ${access}`)).rejects.toMatchObject({ code: "ERR_INVALID_TOKEN" });
  });

  test("leaves alone what neither secret opens, counts it, and seals the rest", async () => {
    setSecret("ffff".repeat(16));
    await asPlatform((tx) => writePlatformSecret(tx, "foreign", WORDS));
    setSecret(NEXT);
    await asPlatform((tx) => writePlatformSecret(tx, "near", WORDS));
    const foreign = () => platform()`select sealed from app.platform_secrets where name = 'foreign'`;
    const before = await foreign();
    setSecret(TEST_SECRET, NEXT);
    expect(await resealAll()).toMatchObject({ lost: 1 });
    expect(await foreign()).toEqual(before);
    setSecret(TEST_SECRET);
    expect(await asPlatform((tx) => readPlatformSecret(tx, "near"))).toBe(WORDS);
    expect(await asPlatform((tx) => readPlatformSecret(tx, "foreign"))).toBeNull();
  });

  test("opens nothing without the one before", () => {
    setSecret(TEST_SECRET);
    const sealed = seal(bytes, "here");
    setSecret(NEXT);
    expect(() => unseal(sealed, "here")).toThrow("unknown key");
    setSecret(NEXT, TEST_SECRET);
    expect(text(unseal(sealed, "here"))).toBe(WORDS);
    expect(() => unseal(sealed, "elsewhere")).toThrow();
  });
});
