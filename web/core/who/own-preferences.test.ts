import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getDefaultStore } from "jotai";

const callApi = vi.hoisted(() => vi.fn());
vi.mock("./api.ts", () => ({ callApi }));
vi.hoisted(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
});
const { adoptPreferences, followPreferences } = await import("./own-preferences.ts");
const { densityAtom, lettersAtom, openNextAtom, textScaleAtom, themeChoiceAtom } = await import("./preferences.ts");

const store = getDefaultStore();
const told = () => callApi.mock.calls.map(([, call]) => call.body as unknown);
let stop: () => void;
beforeEach(() => {
  callApi.mockReset().mockImplementation((_, { body }) => Promise.resolve(body));
  stop = followPreferences();
});
afterEach(() => {
  stop();
  adoptPreferences({ density: "comfortable", textScale: 1, letterKeys: true });
});

test("a choice made here is sent to the server once", async () => {
  store.set(densityAtom, "compact");
  await vi.waitFor(() => expect(told()).toEqual([{ density: "compact" }]));
});

test("a choice made elsewhere takes effect here and is not sent back", () => {
  adoptPreferences({ density: "compact", textScale: 1.3, letterKeys: false, openNext: "no", theme: "dark" });
  const here = [densityAtom, textScaleAtom, lettersAtom, openNextAtom, themeChoiceAtom].map((one) =>
    store.get(one as typeof densityAtom)
  );
  expect(here).toEqual(["compact", 1.3, false, "no", "dark"]);
  expect(told()).toEqual([]);
});

test("a choice made without a network survives the server's older one, and is sent then", async () => {
  callApi.mockRejectedValueOnce(new Error("offline"));
  store.set(textScaleAtom, 1.15);
  await vi.waitFor(() => expect(told()).toHaveLength(1));
  adoptPreferences({ textScale: 0.9 });
  expect(store.get(textScaleAtom)).toBe(1.15);
  await vi.waitFor(() => expect(told()).toEqual([{ textScale: 1.15 }, { textScale: 1.15 }]));
});
