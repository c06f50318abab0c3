import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** A history as a browser keeps it: a walk is made a while after it was asked for, and then told of. */
const page = new EventTarget();
let entries: unknown[] = [null];
let at = 0;
const history = {
  get state() {
    return entries[at];
  },
  pushState(state: unknown) {
    entries = [...entries.slice(0, at + 1), state];
    at++;
  },
  go(by: number) {
    setTimeout(() => {
      at = Math.max(0, at + by);
      page.dispatchEvent(new Event("popstate"));
    }, 20);
  },
};
vi.stubGlobal("history", history);
vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
vi.useFakeTimers();
const { openLayer } = await import("./layers.ts");
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(() => vi.advanceTimersByTimeAsync(2_000));

/** A layer that closes when it is told to, as a dialog does. */
function open() {
  const layer = { open: true, close: () => {} };
  const gone = openLayer(() => layer.close());
  layer.close = () => {
    layer.open = false;
    gone();
  };
  return layer;
}

test("Back closes what lies on top, one layer at a time", async () => {
  const below = open();
  const top = open();
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect([below.open, top.open]).toEqual([true, false]);
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect([below.open, top.open, at]).toEqual([false, false, 0]);
});

test("what closed by itself leaves no entry behind", async () => {
  open().close();
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(0);
});

test.each([10, 50, 65, 75, 90])("a dialog that a menu opens %i ms after it closed stays", async (ms) => {
  const menu = open();
  menu.close();
  await vi.advanceTimersByTimeAsync(ms);
  const dialog = open();
  await vi.advanceTimersByTimeAsync(200);
  expect(dialog.open).toBe(true);
  expect(at).toBe(1);
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect([dialog.open, at]).toEqual([false, 0]);
});

test("a layer that stays although Back was pressed has its entry again", async () => {
  const gone = openLayer(() => {});
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(1);
  gone();
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(0);
});
