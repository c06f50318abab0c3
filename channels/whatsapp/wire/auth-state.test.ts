// Credentials and keys between Baileys and the host's storage.
import { expect, test } from "vitest";
import { proto } from "@whiskeysockets/baileys";
import { DeviceAuth, type StorageTrouble } from "./auth-state.ts";
import { Storage } from "../testing/life.ts";

async function opened(storage = new Storage()) {
  const troubles: StorageTrouble[] = [];
  const auth = await DeviceAuth.open(storage.for(Symbol()), (what) => troubles.push(what));
  return { storage, auth, troubles };
}
const agreed = proto.ADVSignedDeviceIdentity.create({ details: Buffer.from([1]), accountSignature: Buffer.from([2]) });

test("nothing of a device is kept before a phone agreed, everything after", async () => {
  const { storage, auth } = await opened();
  auth.state.creds.me = { id: "5511999990000@s.whatsapp.net", name: "~" };
  auth.changed();
  await auth.close();
  expect(storage.values.size).toBe(0);
  const { auth: next } = await opened(storage);
  expect(next.state.creds.me).toBeUndefined();
  next.state.creds.account = agreed;
  next.fresh = true;
  await next.close();
  const { auth: last } = await opened(storage);
  const { account, ...creds } = last.state.creds;
  expect({ ...next.state.creds, ...creds }).toEqual(next.state.creds);
  expect(Buffer.from(account!.details!)).toEqual(Buffer.from([1]));
  expect(Buffer.from(account!.accountSignature!)).toEqual(Buffer.from([2]));
  expect([last.linked, last.fresh]).toEqual([true, true]);
  expect(last.state.creds.noiseKey.private).toBeInstanceOf(Uint8Array);
});

test("every kind of value comes back as it was, from memory and from storage", async () => {
  const { storage, auth } = await opened();
  const key = proto.Message.AppStateSyncKeyData.fromObject({ keyData: new Uint8Array([9, 8]), timestamp: 7 });
  const values = {
    session: { "1.0": { version: "v1", _sessions: { a: { registrationId: 1 } } } as never },
    "sender-key": { "g::1::0": Buffer.from("[1]") },
    "pre-key": { "5": { public: Buffer.from([1]), private: Buffer.from([2]) } },
    "lid-mapping": { "5511999990000": "100200300" },
    "device-list": { "5511999990000": ["0", "3"] },
    "app-state-sync-key": { AAA: key },
  };
  await auth.state.keys.set(values);
  expect(storage.writes).toHaveLength(1);
  const { auth: next } = await opened(storage);
  for (const from of [auth, next]) {
    for (const [type, kept] of Object.entries(values)) {
      const [id, value] = Object.entries(kept)[0]!;
      const found = await from.state.keys.get(type as "session", [id, "missing"]);
      expect(Object.keys(found)).toEqual([id]);
      if (type !== "app-state-sync-key") expect(found[id]).toEqual(value);
      else expect(Buffer.from((found[id] as unknown as typeof key).keyData!)).toEqual(Buffer.from([9, 8]));
    }
  }
  await next.state.keys.set({ session: { "1.0": null } });
  expect(await next.state.keys.get("session", ["1.0"])).toEqual({});
  expect(storage.values.has("session/1.0")).toBe(false);
});

test("changing what was handed out changes nothing that is kept", async () => {
  const { auth } = await opened();
  await auth.state.keys.set({ "device-list": { a: ["0"] } });
  (await auth.state.keys.get("device-list", ["a"])).a!.push("1");
  expect(await auth.state.keys.get("device-list", ["a"])).toEqual({ a: ["0"] });
});

test("writes go in order, those that wait together in one, the newest credentials last", async () => {
  const { storage, auth } = await opened();
  auth.state.creds.account = agreed;
  const { promise, resolve } = Promise.withResolvers<void>();
  storage.hold = () => promise;
  const done: number[] = [];
  const set = (value: string, at: number) =>
    Promise.resolve(auth.state.keys.set({ "lid-mapping": { a: value } })).then(() => void done.push(at));
  const first = set("1", 1);
  await new Promise((next) => setTimeout(next, 5));
  const rest = [set("2", 2), set("3", 3)];
  auth.state.creds.nextPreKeyId = 41;
  auth.changed();
  auth.state.creds.nextPreKeyId = 42;
  auth.changed();
  expect(await auth.state.keys.get("lid-mapping", ["a"])).toEqual({ a: "3" });
  expect(done).toEqual([]);
  resolve();
  await Promise.all([first, ...rest]);
  expect(storage.writes).toEqual([["lid-mapping/a"], ["lid-mapping/a", "creds"]]);
  const { auth: next } = await opened(storage);
  expect(next.state.creds.nextPreKeyId).toBe(42);
  expect(await next.state.keys.get("lid-mapping", ["a"])).toEqual({ a: "3" });
});

test("a storage that is another's is told once and takes nothing more", async () => {
  const { storage, auth, troubles } = await opened();
  storage.owner = null;
  await expect(auth.state.keys.set({ "lid-mapping": { a: "1" } })).rejects.toThrow();
  await expect(auth.state.keys.set({ "lid-mapping": { a: "2" } })).rejects.toThrow();
  expect(troubles).toEqual(["not-ours"]);
});

test("one that fails is tried three times", async () => {
  const { storage, auth, troubles } = await opened();
  storage.failures = 2;
  await auth.state.keys.set({ "lid-mapping": { a: "1" } });
  expect(troubles).toEqual([]);
  storage.failures = 3;
  await expect(auth.state.keys.set({ "lid-mapping": { a: "2" } })).rejects.toThrow("away");
  expect(troubles).toEqual(["failed"]);
});
