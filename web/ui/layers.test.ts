import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** A history like a browser's: a walk happens a while after the request, followed by an event; the router reports other changes. */
const page = new EventTarget();
interface Entry {
  state: unknown;
  url: string;
}
let entries: Entry[] = [{ state: null, url: "/a" }];
let at = 0;
let walkMs = 20;
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
    }, walkMs);
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
  [entries, at, walkMs] = [[{ state: null, url: "/a" }], 0, 20];
});

/** A layer that closes on request, as a dialog does. */
function open() {
  const layer = { open: true, close: () => {} };
  const gone = openLayer(() => layer.close());
  layer.close = () => {
    layer.open = false;
    gone();
  };
  return layer;
}

test("Back closes the topmost layer, one at a time", async () => {
  const below = open();
  const top = open();
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect([below.open, top.open]).toEqual([true, false]);
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect([below.open, top.open, at]).toEqual([false, false, 0]);
});

test("a layer leaves no history entry when it closed by itself", async () => {
  open().close();
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(0);
});

test.each([0, 10, 50, 65, 75, 90])("a dialog stays when a menu opens it %i ms after closing", async (ms) => {
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

test("a dialog stays when the browser is so busy that the menu's entry goes two seconds after the menu closed", async () => {
  const menu = open();
  walkMs = 2_000;
  menu.close();
  await vi.advanceTimersByTimeAsync(1_500);
  const dialog = open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([dialog.open, at]).toEqual([true, 1]);
  dialog.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(at).toBe(0);
});

test("a layer gets its entry again when it stays open after Back", async () => {
  const gone = openLayer(() => {});
  history.go(-1);
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(1);
  gone();
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toBe(0);
});

test.each([0, 1, 10, 50, 65])(
  "a link leads to its address when it is followed %i ms after a dialog closed",
  async (ms) => {
    open().close();
    await vi.advanceTimersByTimeAsync(ms);
    history.pushState(null, "", "/b");
    await vi.advanceTimersByTimeAsync(500);
    expect(addresses().at(-1)).toBe("/b");
    history.go(-1);
    await vi.advanceTimersByTimeAsync(500);
    expect(addresses()).toEqual(["/a"]);
  },
);

test.each([1, 10])(
  "a new address stays, and Back leaves the screen, when it changes %i ms after a dialog closed",
  async (ms) => {
    [entries, at] = [[{ state: null, url: "/before" }, { state: null, url: "/a" }], 1];
    open().close();
    await vi.advanceTimersByTimeAsync(ms);
    history.replaceState(history.state, "", "/a?filter");
    await vi.advanceTimersByTimeAsync(500);
    expect(addresses()).toEqual(["/before", "/a?filter"]);
  },
);

test("two dialogs remove only their own entries when they close one after the other", async () => {
  [entries, at] = [[{ state: null, url: "/before" }, { state: null, url: "/a" }], 1];
  const [below, top] = [open(), open()];
  top.close();
  await vi.advanceTimersByTimeAsync(10);
  below.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(addresses()).toEqual(["/before", "/a"]);
});

test.each(["before", "after"])(
  "a page that is being left stays left when a dialog closed %s",
  async (when) => {
    const go = vi.spyOn(history, "go");
    const dialog = open();
    if (when === "after") page.dispatchEvent(new Event("beforeunload"));
    dialog.close();
    if (when === "before") page.dispatchEvent(new Event("beforeunload"));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(go).not.toHaveBeenCalled();
    // The address was a file to download: the page stays, and the dialog's entry is removed.
    await vi.advanceTimersByTimeAsync(6_000);
    expect(at).toBe(0);
    go.mockRestore();
  },
);
