// Errors that Baileys leaves alone stay with the socket they came from.
import { EventEmitter } from "node:events";
import type { WASocket } from "@whiskeysockets/baileys";
import { expect, test } from "vitest";
import { guard, keepStrays } from "./guard.ts";

function guarded() {
  const ws = new EventEmitter();
  const seen: string[] = [];
  const failures: string[] = [];
  ws.on("message", async (data) => {
    await Promise.resolve();
    seen.push(`message ${data}`);
    if (data === "garbage") throw new Error("cannot be opened");
  });
  ws.on("CB:a", () => {
    throw new Error("at once");
  });
  ws.on("CB:a", async (data) => {
    seen.push(`second ${data}`);
    await Promise.reject(new Error("later"));
  });
  guard(
    { ws } as unknown as WASocket,
    () => failures.push("deaf"),
    (error) => failures.push((error as Error).message),
    () => false,
  );
  return { ws, seen, failures };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

test("a frame that cannot be read makes the socket deaf, and rejects nothing", async () => {
  const { ws, seen, failures } = guarded();
  ws.emit("message", "good");
  ws.emit("message", "garbage");
  await settled();
  expect(seen).toEqual(["message good", "message garbage"]);
  expect(failures).toEqual(["deaf"]);
});
test("a listener that fails, at once or later, stops neither the others nor the socket", async () => {
  const { ws, seen, failures } = guarded();
  expect(ws.emit("CB:a", "x")).toBe(true);
  await settled();
  expect(seen).toEqual(["second x"]);
  expect(failures).toEqual(["at once", "later"]);
});
test("messages are read one after the other, however long the first takes, and one that fails holds up none", async () => {
  const ws = new EventEmitter();
  const read: string[] = [];
  ws.on("CB:message", async ({ attrs: { id, ms } }: { attrs: { id: string; ms: string } }) => {
    await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    read.push(id);
    if (id === "two") throw new Error("odd");
  });
  guard({ ws } as unknown as WASocket, () => {}, () => {}, () => false);
  for (const [id, ms] of [["one", "20"], ["two", "0"], ["three", "5"]]) ws.emit("CB:message", { attrs: { id, ms } });
  await expect.poll(() => read).toEqual(["one", "two", "three"]);
});
test("what was missed and what comes live are one row; what was not begun when the line ended is left to the next", async () => {
  const ws = new EventEmitter();
  let over = false;
  const read: unknown[] = [];
  ws.on("CB:message", async ({ attrs }: { attrs: { id: string } }) => {
    await new Promise((resolve) => setTimeout(resolve, attrs.id === "missed" ? 20 : 0));
    read.push(attrs);
    if (attrs.id === "last") over = true;
  });
  guard({ ws } as unknown as WASocket, () => {}, () => {}, () => over);
  for (const attrs of [{ id: "missed", offline: "0" }, { id: "live" }, { id: "last" }, { id: "too late" }]) {
    ws.emit("CB:message", { attrs });
  }
  await expect.poll(() => read).toEqual([{ id: "missed" }, { id: "live" }, { id: "last" }]);
  await settled();
  expect(read).toHaveLength(3);
});
test("a promise the library left alone ends no process; anybody else's still does", () => {
  const warned: string[] = [];
  const write = (what: string) => void warned.push(what);
  keepStrays({ debug: write, info: write, warn: write, error: write });
  const stray = (file: string) => {
    const reason = Object.assign(new Error("x"), { stack: `Error: x\n    at f (${file}:1:1)` });
    const promise = Promise.reject(reason);
    promise.catch(() => {});
    const event = new PromiseRejectionEvent("unhandledrejection", { promise, reason, cancelable: true });
    globalThis.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(stray("file:///app/node_modules/@whiskeysockets/baileys/lib/Socket/socket.js")).toBe(true);
  expect(stray("C:\\app\\node_modules\\libsignal\\src\\curve.js")).toBe(true);
  expect(stray("file:///app/api/main.ts")).toBe(false);
  expect(warned).toHaveLength(2);
});
