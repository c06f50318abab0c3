// A device under test: a host whose encrypted storage outlives it, and times short enough to be waited for.
import { ChannelError, type Secrets } from "../../sdk/mod.ts";
import { MemoryHost, type MemoryHostOptions } from "../../sdk/memory-host.ts";
import { connectionOf } from "../connection.ts";
import { Device, PACE, type Pace } from "../device.ts";
import { hushLibsignal } from "../life/quiet.ts";
import { insistOnSignatures } from "../life/trust.ts";
import type { Simulator } from "../simulator/simulator.ts";

/** The storage of one connection, whoever holds it. */
export class Storage {
  readonly values = new Map<string, Uint8Array>();
  readonly asides: { why: string; names: string[] }[] = [];
  /** Each write, in order: the names that went together. */
  readonly writes: string[][] = [];
  /** How often it was read. */
  reads = 0;
  /** Who may write; a host asks before each write. */
  owner: symbol | null = null;
  /** Awaited before a write is done. */
  hold: () => Promise<void> = () => Promise.resolve();
  /** How many of the next writes fail. */
  failures = 0;

  for(who: symbol): Secrets {
    this.owner = who;
    const mustOwn = () => {
      if (this.owner !== who) {
        throw new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED", detail: "another process" });
      }
    };
    return {
      get: (names) => {
        this.reads++;
        return Promise.resolve(Object.fromEntries(names.map((name) => [name, this.values.get(name)])));
      },
      set: async (values) => {
        await this.hold();
        mustOwn();
        if (this.failures > 0) {
          this.failures--;
          throw new Error("the database is away");
        }
        this.writes.push(Object.keys(values));
        for (const [name, value] of Object.entries(values)) {
          if (value) this.values.set(name, value);
          else this.values.delete(name);
        }
      },
      setAside: (why) => {
        mustOwn();
        this.asides.push({ why, names: [...this.values.keys()] });
        this.values.clear();
        return Promise.resolve();
      },
    };
  }
}

export class TestHost extends MemoryHost {
  override readonly secrets: Secrets;

  constructor(readonly storage: Storage, options: MemoryHostOptions) {
    super(options);
    this.secrets = storage.for(Symbol());
  }
  /** Statuses since the `from`th, each with its reason. */
  told(from = 0): string[] {
    return this.statuses.slice(from).map(({ status, reason }) => reason ? `${status} ${reason}` : status);
  }
}

export const QUICK: Pace = {
  ...PACE,
  keepAliveMs: 1_000,
  graceMs: 1_000,
  beatMs: 0,
  pauses: 0.02,
  replacedMs: 100,
  farewellMs: 2_000,
};

export function environment(simulator: Simulator): Record<string, string> {
  return { WHATSAPP_SOCKET_URL: simulator.socketUrl, WHATSAPP_ROOT_KEY: simulator.rootKey.toHex() };
}

/** A device on this storage, as a process that has just started opens it. */
export function openDevice(
  simulator: Simulator,
  storage = new Storage(),
  pace: Partial<Pace> = {},
  options: MemoryHostOptions = {},
) {
  hushLibsignal();
  insistOnSignatures(simulator.rootKey.toHex());
  const host = new TestHost(storage, { env: environment(simulator), ...options });
  const device = new Device(host, { ...QUICK, ...pace });
  device.start();
  return { host, device, storage, connection: connectionOf(device) };
}
export type Opened = ReturnType<typeof openDevice>;

/** Waits until the condition holds. Rejects with what was missed. */
export async function until<T>(look: () => T | undefined | false | null, what: string, ms = 15_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (performance.now() > end) throw new Error(`Waited ${ms} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
/** The text of the QR that is shown now, if it was after the `from`th status. */
export async function qrOf({ host }: Opened, from = 0): Promise<string> {
  const shown = () => host.statuses.length > from && host.statuses.at(-1)?.status === "qrcode";
  return await until(() => shown() && host.statuses.at(-1)?.qrcode, `a QR; told ${host.told()}`);
}
/** Shows a QR, is scanned, comes back and is told what it missed. */
export async function linkBy(opened: Opened, simulator: Simulator, pn: string): Promise<Opened> {
  await simulator.scan({ pn, qr: await qrOf(opened) });
  await back(opened);
  return opened;
}
/** Resolves when it is connected (again) and heard what it had missed; `times` counts from the start. */
export async function back({ host }: Opened, times = 1): Promise<void> {
  await until(
    () => host.caught.length >= times && host.statuses.at(-1)?.status === "CONNECTED",
    `the line to be open; told ${JSON.stringify(host.told())}`,
  );
}
