// A round of filling, with events of server and device in between.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../api/contract/api-error.ts";
import { afterGap, type Brought, NO_SYNC, standing, type SyncState } from "./kept.ts";
import { fillSoon, round, startFilling, stopFilling } from "./fill.ts";

const MORNING = "2026-11-20T10:00:00.000Z";
const NOON = "2026-11-20T12:00:00.000Z";
interface Asked {
  after?: string;
}
type Page = { next: string | null; at: string };

const device = vi.hoisted(() => ({
  sync: null as unknown as SyncState,
  writes: true,
  looks: () => {},
  server: null as unknown as (query: Asked) => Page,
  asked: [] as Asked[],
}));
vi.mock("../who/api.ts", () => ({
  callApi: (_: unknown, { query }: { query: Asked }) => {
    device.asked.push(query);
    if (device.asked.length > 9) throw new Error("asked without end");
    return Promise.resolve().then(() => ({ tickets: [], ...device.server(query) }));
  },
}));
vi.mock("../store/store.ts", () => ({ store: () => Promise.resolve({}), writeMeta: () => Promise.resolve() }));
vi.mock("./kept.ts", async (real) => ({ ...await real<object>(), readSync: () => Promise.resolve(device.sync) }));
vi.mock("./source.ts", () => ({ fetchSmall: () => Promise.resolve(device.looks()) }));
vi.mock("./keeper.ts", () => ({
  keepAnswer: (_: Brought, _since: number, sync: SyncState) => {
    if (device.writes) device.sync = standing(device.sync, sync);
    return Promise.resolve();
  },
}));

const gap = () => {
  device.sync = afterGap(device.sync);
};
const go = () => round(new AbortController().signal);

beforeEach(() => {
  Object.assign(device, { sync: NO_SYNC, writes: true, asked: [], looks: () => {} });
});
afterEach(() => {
  stopFilling();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a gap while the only page is on its way begins the round anew", async () => {
  device.server = () => {
    if (device.asked.length > 1) return { next: null, at: NOON };
    gap();
    return { next: null, at: MORNING };
  };
  await go();
  expect([device.asked.length, device.sync.at, device.sync.due]).toEqual([2, NOON, false]);
});

test("a gap while a later page is on its way begins the round anew", async () => {
  device.server = ({ after }) => {
    if (after && device.asked.length === 2) gap();
    return after ? { next: null, at: NOON } : { next: "p2", at: device.asked.length === 1 ? MORNING : NOON };
  };
  await go();
  expect([device.asked.map(({ after }) => after), device.sync.at]).toEqual([[undefined, "p2", undefined, "p2"], NOON]);
});

test("the round begins anew once when another server version refuses the page's place", async () => {
  device.sync = { ...NO_SYNC, next: "of before", began: MORNING };
  device.server = ({ after }) => {
    if (after) throw new ApiError(400, "ERR_BAD_CURSOR", { error: "ERR_BAD_CURSOR" });
    return { next: null, at: NOON };
  };
  await go();
  expect([device.asked.length, device.sync.at, device.sync.due]).toEqual([2, NOON, false]);
});

test("the filling stops when the device stores nothing more", async () => {
  device.writes = false;
  device.server = ({ after }) => after ? { next: null, at: NOON } : { next: "p2", at: NOON };
  await go();
  expect(device.asked.length).toBe(2);
});

test("a gap that comes while the device is busy begins a round at once, and not at the next look", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  device.server = () => ({ next: null, at: NOON });
  let looks = 0;
  device.looks = () => {
    if (++looks === 1) fillSoon();
  };
  startFilling();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks).toBe(2);
});
