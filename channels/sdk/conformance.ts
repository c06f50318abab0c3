// The duties of every channel as a test suite: `conformance(plugin, simulator)` in the channel's own test file. The simulator is a
// stand-in for the provider at its network edge; the suite leaves out abilities that the channel or its simulator does not claim.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ChannelError, type ChannelPlugin, type MediaKind, type OutboundMessage } from "./mod.ts";
import { type InboundMedia, isMessage, MemoryHost } from "./memory-host.ts";
import type { Accepted, Call, CustomerMessage, Fault, SimulatedLine, Simulator } from "./simulator.ts";

export { MemoryHost } from "./memory-host.ts";
export type { Accepted, Call, CustomerMessage, Fault, SimulatedLine, Simulator } from "./simulator.ts";

const languages = ["pt", "en", "es", "tr"];
const optional = [
  ["edit", "edit"],
  ["remove", "remove"],
  ["react", "react"],
  ["typing", "typing"],
  ["markRead", "markRead"],
  ["lookup", "lookup"],
  ["calls", "refuseCall"],
  ["numberCheck", "checkNumbers"],
  ["book", "people"],
  ["link", "link"],
  ["link", "unlink"],
] as const;

function flat(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, path ? `${path}.${name}` : name));
}
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}
function concrete(type = "application/octet-stream"): string {
  return type.includes("*") ? "application/octet-stream" : type;
}
/** The error of a call that must fail, and fail as a ChannelError. */
async function failure(call: Promise<unknown>): Promise<ChannelError> {
  const error = await call.then(() => null, (thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChannelError);
  return error as ChannelError;
}

/** Runs the suite. Call it at the top level of a vitest file; `folder` is found by the manifest's id. */
export function conformance<Config extends Record<string, unknown>>(
  typed: ChannelPlugin<Config>,
  simulator: Simulator,
): void {
  const plugin = typed as unknown as ChannelPlugin;
  const { manifest, webhook } = plugin;
  const can = (fault: Fault["type"]) => simulator.fault !== undefined && simulator.faults.includes(fault);

  describe(`${manifest.id} conforms`, () => {
    let line: SimulatedLine;
    const open = async (free = true): Promise<SimulatedLine> => {
      const host = new MemoryHost({ env: simulator.env, allowed: manifest.env, config: simulator.config });
      host.free = free;
      simulator.watch?.(host);
      const connection = await plugin.connect(plugin.config.parse(simulator.config), host);
      return { plugin, host, connection };
    };
    const message = (rest: Partial<OutboundMessage>): OutboundMessage => ({
      key: crypto.randomUUID(),
      to: simulator.peer,
      human: true,
      lastInboundAt: Date.now(),
      ...rest,
    });
    const send = async (rest: Partial<OutboundMessage>) => {
      const sent = message(rest);
      const { externalId } = await line.connection.send(sent);
      await line.host.sent(sent, externalId);
      return { ...sent, externalId };
    };
    const got = async (externalId: string) => {
      const found = (await simulator.accepted(line)).filter((one) => one.externalId === externalId);
      expect(found).toHaveLength(1);
      return found[0] as Accepted;
    };
    const through = async (calls: Call[] | void) => {
      for (const { headers, body } of calls ?? []) {
        expect(await webhook?.verify(headers, body, simulator.webhook?.secrets ?? { appSecrets: [], verifyTokens: [] }))
          .toBe(true);
        for (const { event } of webhook?.parse(body).events ?? []) await line.host.receive(event);
      }
    };
    const said = async (rest: Partial<CustomerMessage>) => {
      const before = line.host.events.length;
      await through(await simulator.say({ id: crypto.randomUUID(), ...rest }, line));
      return await line.host.next(isMessage, before);
    };

    beforeAll(async () => {
      await simulator.start();
      line = await open();
      await line.host.reached("CONNECTED");
    });
    beforeEach(async () => await simulator.fault?.(null));
    afterAll(async () => {
      await line?.connection.close();
      line?.host.end();
      await simulator.stop();
    });

    test("it reports CONNECTED only when it can send", async () => {
      expect(line.host.statuses.at(-1)?.status).toBe("CONNECTED");
      const { externalId } = await send({ text: "Olá 👋🏽 çãé" });
      expect(await got(externalId)).toMatchObject({ kind: "text", text: "Olá 👋🏽 çãé" });
    });
    test.runIf(!manifest.builtIn)(
      "it claims its account, and disconnects when another connection has that account",
      async () => {
        const wanted = plugin.accounts(plugin.config.parse(simulator.config));
        expect(line.host.accounts).toEqual(expect.arrayContaining(wanted));
        if (manifest.abilities.link) return;
        const other = await open(false);
        await other.host.reached("DISCONNECTED");
        expect(other.host.statuses.map(({ status }) => status)).not.toContain("CONNECTED");
        await other.connection.close();
        other.host.end();
      },
    );
    test.runIf(!manifest.builtIn && !manifest.abilities.link && can("dead"))(
      "no account is claimed that the provider has not confirmed",
      async () => {
        await simulator.fault?.({ type: "dead" });
        const host = new MemoryHost({ env: simulator.env, allowed: manifest.env, config: simulator.config });
        const connection = await plugin.connect(plugin.config.parse(simulator.config), host);
        await connection.maintain?.();
        expect(host.accounts).toEqual([]);
        await connection.close();
        host.end();
      },
    );
    test.runIf(manifest.correlation === "echoed")("our key travels with the message", async () => {
      const { externalId, key } = await send({ text: "chave" });
      expect((await got(externalId)).key).toBe(key);
    });
    test.each(Object.entries(manifest.media))("%s is sent with its bytes", async (kind, limits) => {
      const bytes = simulator.sample?.(kind as MediaKind) ?? bytesOf(3000);
      const open = () => Promise.resolve(new Blob([bytes]));
      const file = {
        kind: kind as MediaKind,
        mimeType: concrete(limits.types[0]),
        fileName: "arquivo ç.bin",
        bytes: bytes.byteLength,
        open,
      };
      const { externalId } = await send({ media: file, ...(limits.caption ? { text: "legenda" } : {}) });
      const arrived = await got(externalId);
      expect(arrived.kind).toBe(simulator.arrivesAs?.[file.kind] ?? kind);
      expect(arrived.bytes).toEqual(bytes);
      if (limits.caption) expect(arrived.text).toBe("legenda");
    });
    test.runIf(manifest.abilities.location)("a location is sent", async () => {
      const { externalId } = await send({ location: { latitude: -23.5, longitude: -46.6, name: "Sé" } });
      expect((await got(externalId)).kind).toBe("location");
    });
    test.runIf(manifest.abilities.contacts)("a contact is sent", async () => {
      const { externalId } = await send({ contacts: [{ name: "Ana", phones: ["5511955550101"] }] });
      expect((await got(externalId)).kind).toBe("contacts");
    });
    test.runIf(manifest.abilities.quote)("a quote names its message", async () => {
      const { externalId: first } = await send({ text: "um" });
      const { externalId } = await send({ text: "dois", quoted: { externalId: first, fromMe: true } });
      expect((await got(externalId)).quotedId).toBe(first);
    });
    test("messages reach the customer in the order of sending", async () => {
      const ids: string[] = [];
      for (const text of ["a", "b", "c", "d"]) ids.push((await send({ text })).externalId);
      const order = (await simulator.accepted(line)).map((one) => one.externalId).filter((id) => ids.includes(id));
      expect(order).toEqual(ids);
    });
    test("text over the limit is refused", async () => {
      const long = await failure(line.connection.send(message({ text: "x".repeat(manifest.text.max + 1) })));
      expect([long.code, long.reason]).toEqual(["rejected", "ERR_TEXT_TOO_LONG"]);
    });
    test("a message is refused when its recipient belongs to another channel", async () => {
      const to = { identities: [{ kind: "elsewhere", value: "5511955550177" }] };
      expect((await failure(line.connection.send(message({ text: "oi", to })))).code).toBe("rejected");
    });
    test.runIf(manifest.replyWindow)("a message is refused when the reply window has passed", async () => {
      const lastInboundAt = Date.now() - (manifest.replyWindow?.hours ?? 0) * 3_600_000 - 1000;
      expect((await failure(line.connection.send(message({ text: "tarde", lastInboundAt })))).code).toBe(
        "window-closed",
      );
    });

    test("customers' messages come in, in the order of writing", async () => {
      const texts = ["Bom dia! 🎂", "segunda", "terceira"];
      for (const [place, text] of texts.entries()) {
        const { content, fromMe, peer } = await said({ text, at: Date.now() + place * 1000 });
        expect(content).toEqual({ type: "text", text });
        expect(fromMe).toBe(false);
        expect(peer.identities[0]).toMatchObject({ kind: simulator.peer.identities[0]?.kind });
      }
      const times = line.host.events.filter(isMessage).slice(-3).map((event) => event.at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    });
    test.each(simulator.says.filter((kind) => kind !== "text"))(
      "a customer's %s comes in with its bytes",
      async (kind) => {
        const bytes = bytesOf(2500);
        const mimeType = concrete(manifest.media[kind]?.types[0]);
        const { content } = await said({ media: { kind, mimeType, fileName: "foto.bin", bytes } });
        expect(content.type).toBe("media");
        const { media } = content as InboundMedia;
        expect(media.kind).toBe(simulator.arrivesAs?.[kind] ?? kind);
        const file = await line.host.kept(media.ref) ??
          await new Response((await line.connection.media(media.ref)).body).bytes();
        expect(file).toEqual(bytes);
      },
    );
    test("a message keeps its id when the provider delivers it twice", async () => {
      const id = crypto.randomUUID();
      const first = await said({ id, text: "uma vez" });
      const before = line.host.events.length;
      await through(await simulator.say({ id, text: "uma vez" }, line));
      const again = line.host.events.slice(before).filter(isMessage);
      for (const event of again) expect(event.externalId).toBe(first.externalId);
    });

    describe.runIf(can("dead") || can("drop") || can("rate-limit") || can("error") || can("delay"))(
      "in trouble",
      () => {
        test.runIf(can("dead"))("a dead provider is unreachable, and the connection recovers", async () => {
          await simulator.fault?.({ type: "dead" });
          expect((await failure(line.connection.send(message({ text: "?" })))).code).toBe("unreachable");
          await expect(open().then((other) => other.connection.close())).resolves.toBeUndefined();
          await simulator.fault?.(null);
          await got((await send({ text: "de volta" })).externalId);
        });
        test.runIf(can("rate-limit"))("a rate limit says how long to wait", async () => {
          await simulator.fault?.({ type: "rate-limit", retryAfterMs: 7000 });
          const error = await failure(line.connection.send(message({ text: "?" })));
          expect([error.code, error.retryAfterMs, error.maybeSent]).toEqual(["rate-limited", 7000, false]);
        });
        test.runIf(can("drop"))("a lost answer is maybe sent, and the key finds the message", async () => {
          await simulator.fault?.({ type: "drop" });
          const lost = message({ text: "talvez" });
          expect((await failure(line.connection.send(lost))).maybeSent).toBe(true);
          await simulator.fault?.(null);
          if (manifest.correlation !== "echoed" || !simulator.fate) return;
          const taken = (await simulator.accepted(line)).filter((one) => one.key === lost.key);
          expect(taken).toHaveLength(1);
          await through(await simulator.fate(taken[0] as Accepted, line));
          const told = line.host.events.filter((event) => "key" in event && event.key === lost.key);
          expect(told.length).toBeGreaterThan(0);
          for (const event of told) expect(event).toMatchObject({ externalId: taken[0]?.externalId });
        });
        test.runIf(can("error"))("a server error is unreachable", async () => {
          await simulator.fault?.({ type: "error" });
          expect((await failure(line.connection.send(message({ text: "?" })))).code).toBe("unreachable");
        });
        test.runIf(can("delay"))("a slow provider is waited for", async () => {
          await simulator.fault?.({ type: "delay", ms: 300 });
          await got((await send({ text: "devagar" })).externalId);
        });
      },
    );

    describe.runIf(webhook !== undefined && simulator.webhook !== undefined)("is called", () => {
      const { secrets = { appSecrets: [], verifyTokens: [] }, signatureHeader = "", sign, unknown = [] } =
        simulator.webhook ?? {};
      const signedCall = async () => {
        const [call] = await simulator.say({ id: crypto.randomUUID(), text: "ação / ok" }, line) ?? [];
        return call as Call;
      };
      const trusted = (headers: Headers, body: Uint8Array<ArrayBuffer>, by = secrets) =>
        webhook?.verify(headers, body, by);

      test("a forged call is refused", async () => {
        const { headers, body } = await signedCall();
        const signature = headers.get(signatureHeader) ?? "";
        const withSignature = (value: string) => new Headers({ [signatureHeader]: value });
        expect(await trusted(headers, body)).toBe(true);
        for (let bit = 0; bit < body.length * 8; bit += 37) {
          const flipped = body.slice();
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(await trusted(headers, flipped)).toBe(false);
        }
        for (let at = 0; at < signature.length; at++) {
          const other = signature[at] === "0" ? "1" : "0";
          expect(await trusted(withSignature(signature.slice(0, at) + other + signature.slice(at + 1)), body)).toBe(
            false,
          );
        }
        expect(await trusted(new Headers(), body)).toBe(false);
        expect(await trusted(withSignature(""), body)).toBe(false);
        const upper = signature.replace(/[0-9a-f]+$/, (hex) => hex.toUpperCase());
        if (upper !== signature) expect(await trusted(withSignature(upper), body)).toBe(false);
        expect(await trusted(headers, body, { ...secrets, appSecrets: ["another"] })).toBe(false);
        expect(await trusted(headers, body, { ...secrets, appSecrets: [] })).toBe(false);
        expect(await trusted(headers, body, { ...secrets, appSecrets: [""] })).toBe(false);
        const rewritten = new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body)), null, 1));
        expect(await trusted(headers, rewritten)).toBe(false);
      });
      test("a call is accepted when any of the current secrets signed it", async () => {
        const { headers, body } = await signedCall();
        expect(await trusted(headers, body, { ...secrets, appSecrets: ["newer", ...secrets.appSecrets] })).toBe(true);
      });
      test("a challenge is answered only when the caller knows the token", () => {
        const query = (token: string) =>
          new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "1158201444" });
        expect(webhook?.challenge(query(secrets.verifyTokens[0] ?? ""), secrets)).toBe("1158201444");
        expect(webhook?.challenge(query("wrong"), secrets)).toBeNull();
        expect(webhook?.challenge(query(""), { ...secrets, verifyTokens: [""] })).toBeNull();
        expect(webhook?.challenge(new URLSearchParams(), secrets)).toBeNull();
      });
      test.each(unknown.map((body) => [JSON.stringify(body).slice(0, 60), body]))(
        "a body without meaning gives no event and no error: %s",
        async (_, odd) => {
          const body = new TextEncoder().encode(JSON.stringify(odd));
          expect(await trusted(await sign?.(body) ?? new Headers(), body)).toBe(true);
          expect(webhook?.parse(body).events).toEqual([]);
        },
      );
      test("a body that cannot be read is a SyntaxError", () => {
        for (const text of ["", "{", '{"object":']) {
          expect(() => webhook?.parse(new TextEncoder().encode(text))).toThrow(SyntaxError);
        }
      });
    });

    test.runIf(manifest.abilities.begin)("a message reaches somebody who never wrote", async () => {
      const { externalId } = await send({ text: "Bom dia", lastInboundAt: undefined });
      expect((await got(externalId)).text).toBe("Bom dia");
    });
    test("it names people by the identity kinds of its manifest only", () => {
      const told = line.host.events.flatMap((event) => [
        ...("peer" in event ? event.peer?.identities ?? [] : []),
        ...("sender" in event ? event.sender?.identities ?? [] : []),
        ...(event.kind === "identity" ? [event.from, event.to] : []),
      ]);
      expect(told.length).toBeGreaterThan(0);
      const declared = manifest.identities.map(({ kind }) => kind);
      expect(told.map(({ kind }) => kind).filter((kind) => !declared.includes(kind))).toEqual([]);
    });
    test("it has the method of each ability it claims, and no other", () => {
      for (const [ability, method] of optional) {
        expect([method, typeof line.connection[method] === "function"]).toEqual([method, manifest.abilities[ability]]);
      }
      expect(plugin.pages !== undefined).toBe(manifest.abilities.pages);
      expect(manifest.login !== undefined).toBe(manifest.connect === "oauth");
      const secrets = [...webhook?.secrets?.appSecrets ?? [], ...webhook?.secrets?.verifyTokens ?? []];
      expect(manifest.env).toEqual(expect.arrayContaining(secrets));
      if (plugin.login) expect(manifest.login?.path).toBe(`/${manifest.id}`);
      expect(plugin.accounts(plugin.config.parse(simulator.config)).every((id) => id !== "")).toBe(true);
    });
    test("its texts are complete in every language", async () => {
      const folder = new URL(`../${manifest.id}/`, import.meta.url);
      const texts = await Promise.all(
        languages.map(async (language) =>
          flat(JSON.parse(await Deno.readTextFile(new URL(`locales/${language}.json`, folder)))).sort()
        ),
      );
      const keys = texts[0]?.map(([key]) => key) ?? [];
      const fields = manifest.connect === "form" ? Object.keys(plugin.config.shape) : [];
      const labels = fields.map((field) => `config.${field}.label`);
      expect(keys).toEqual(expect.arrayContaining(["name", "description", ...labels]));
      for (const table of texts) {
        expect(table.map(([key]) => key)).toEqual(keys);
        for (const [, text] of table) expect(text).toEqual(expect.stringMatching(/\S/));
      }
      for (const file of ["icon.svg", "README.md"]) {
        expect((await Deno.stat(new URL(file, folder))).size).toBeGreaterThan(0);
      }
      // The app shows the icon as a picture, and a picture does not take the colour of the text around it.
      const icon = await Deno.readTextFile(new URL("icon.svg", folder));
      expect(icon).toContain('viewBox="0 0 24 24"');
      expect(icon).not.toContain("currentColor");
    });
    test("close ends its network connections and timers", async () => {
      const other = await open();
      await other.host.reached("CONNECTED");
      await other.connection.close();
      await other.connection.close();
      expect((await failure(other.connection.send(message({ text: "?" })))).code).toBe("not-connected");
      const before = other.host.statuses.length;
      other.host.end();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(other.host.statuses).toHaveLength(before);
      expect(simulator.open?.() ?? 0).toBeLessThanOrEqual(1);
    });
  });
}
