import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** A history as a browser keeps it: a walk is made a while after it was asked for, and then told of; the router tells of the rest. */
const page = new EventTarget();
interface Entry {
  state: unknown;
  url: string;
}
let entries: Entry[] = [{ state: null, url: "/a" }];
let at = 0;
const tell = (type: string, args: unknown[]) => page.dispatchEvent(Object.assign(new Event(type), { arguments: args }));
const history = {
  get state() {
    return entries[at]!.state;
  },
  pushState(state: unknown, unused: string, url = entries[at]!.url) {
    entries = [...entries.slice(0, at + 1), { state, url }];
    at++;
    tell("pushState", [state, unused, url]);
  },
  replaceState(state: unknown, unused: string, url = entries[at]!.url) {
    entries[at] = { state, url };
    tell("replaceState", [state, unused, url]);
  },
  go(by: number) {
    const from = at;
    setTimeout(() => {
      at = Math.max(0, from + by);
      page.dispatchEvent(new Event("popstate"));
    }, 20);
  },
};
const addresses = () => entries.slice(0, at + 1).map(({ url }) => url);
vi.stubGlobal("history", history);
vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
vi.useFakeTimers();
const { openLayer } = await import("./layers.ts");
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000);
  [entries, at] = [[{ state: null, url: "/a" }], 0];
});

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

test("a layer that closed by itself leaves no history entry", async () => {
  open().close();
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(0);
});

test.each([0, 10, 50, 65, 75, 90])("a dialog that a menu opens %i ms after it closed stays", async (ms) => {
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

test.each([0, 1, 10, 50, 65])("a link followed %i ms after a dialog closed leads where it says", async (ms) => {
  open().close();
  await vi.advanceTimersByTimeAsync(ms);
  history.pushState(null, "", "/b");
  await vi.advanceTimersByTimeAsync(500);
  expect(addresses().at(-1)).toBe("/b");
  history.go(-1);
  await vi.advanceTimersByTimeAsync(500);
  expect(addresses()).toEqual(["/a"]);
});

test.each([1, 10])(
  "an address that changes %i ms after a dialog closed stays, and Back leaves the screen",
  async (ms) => {
    [entries, at] = [[{ state: null, url: "/before" }, { state: null, url: "/a" }], 1];
    open().close();
    await vi.advanceTimersByTimeAsync(ms);
    history.replaceState(history.state, "", "/a?filter");
    await vi.advanceTimersByTimeAsync(500);
    expect(addresses()).toEqual(["/before", "/a?filter"]);
  },
);

test("two dialogs that close one after the other leave no more than their own entries", async () => {
  [entries, at] = [[{ state: null, url: "/before" }, { state: null, url: "/a" }], 1];
  const [below, top] = [open(), open()];
  top.close();
  await vi.advanceTimersByTimeAsync(10);
  below.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(addresses()).toEqual(["/before", "/a"]);
});

test.each(["before", "after"])(
  "a page that is being left is not called back by a dialog that closed %s",
  async (when) => {
    const go = vi.spyOn(history, "go");
    const dialog = open();
    if (when === "after") page.dispatchEvent(new Event("beforeunload"));
    dialog.close();
    if (when === "before") page.dispatchEvent(new Event("beforeunload"));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(go).not.toHaveBeenCalled();
    // The address was a file to download: the page stays, and so does nothing of the dialog.
    await vi.advanceTimersByTimeAsync(6_000);
    expect(at).toBe(0);
    go.mockRestore();
  },
);
