// What becomes of a line after each way it can end.
import { expect, test } from "vitest";
import { codeOf, pauseMs, reactionTo } from "./reasons.ts";

const linked = { linked: true, badInARow: 1, codeShown: false, waitingMs: 0 };
const waiting = { linked: false, badInARow: 0, codeShown: true, waitingMs: 1_000 };
const boom = (statusCode: number, message = "Connection Failure") =>
  Object.assign(new Error(message), { output: { statusCode } });

test.each([
  [515, { do: "again", pause: "none", status: "OPENING" }],
  [401, { do: "stop", reason: "logged-out", keys: "aside" }],
  [403, { do: "stop", reason: "banned", keys: "kept" }],
  [408, { do: "again", pause: "growing", status: "TIMEOUT", reason: "lost" }],
  [411, { do: "stop", reason: "old-mode", keys: "kept" }],
  [428, { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" }],
  [440, { do: "ask-owner" }],
  [500, { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" }],
  [503, { do: "again", pause: "long", status: "DISCONNECTED", reason: "unavailable" }],
  [405, { do: "stop", reason: "refused", keys: "kept" }],
  [409, { do: "stop", reason: "refused", keys: "kept" }],
  [419, { do: "stop", reason: "refused", keys: "kept" }],
  [400, { do: "stop", reason: "refused", keys: "kept" }],
  [0, { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" }],
  [-1, { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" }],
])("%i of a linked device", (code, reaction) => expect(reactionTo(code, linked)).toEqual(reaction));

test("only a device that WhatsApp removed loses its keys", () => {
  for (let code = -1; code < 600; code++) {
    const reaction = reactionTo(code, linked);
    expect("keys" in reaction && reaction.keys === "aside").toBe(code === 401);
  }
});
test("the fifth bad session in a row asks for a new pairing", () => {
  expect(reactionTo(500, { ...linked, badInARow: 4 }).do).toBe("again");
  expect(reactionTo(500, { ...linked, badInARow: 5 })).toEqual({ do: "stop", reason: "bad-session", keys: "kept" });
});
test("codes that ran out wait for a person; a line lost meanwhile shows new ones, for as long as one set lives", () => {
  expect(reactionTo(408, waiting)).toEqual({ do: "stop", reason: "code-expired", keys: "kept" });
  expect(reactionTo(428, waiting).do).toBe("again");
  expect(reactionTo(428, { ...waiting, waitingMs: 160_000 })).toMatchObject({ do: "stop", reason: "code-expired" });
  expect(reactionTo(515, waiting).do).toBe("again");
  expect(reactionTo(408, { ...waiting, codeShown: false }).do).toBe("again");
  expect(reactionTo(405, waiting)).toMatchObject({ do: "stop", reason: "refused" });
});
test("a proxy's refusal is not WhatsApp's", () => {
  expect(codeOf(boom(401))).toBe(401);
  expect(codeOf(boom(401, "WebSocket Error (Unexpected server response: 401)"))).toBe(-1);
  expect(codeOf(boom(408, "WebSocket Error (connect ETIMEDOUT)"))).toBe(408);
  expect(codeOf(new TypeError("x"))).toBe(0);
  expect(codeOf(undefined)).toBe(0);
});
test("pauses grow from one second to a minute, and differ", () => {
  expect([0, 1, 2, 5, 6, 20].map((attempt) => pauseMs("growing", attempt, 1))).toEqual([
    1_000,
    2_000,
    4_000,
    32_000,
    60_000,
    60_000,
  ]);
  expect(pauseMs("growing", 2, 0)).toBe(3_000);
  expect(pauseMs("long", 0, 1)).toBe(10_000);
  expect(pauseMs("long", 9, 1)).toBe(60_000);
  expect(pauseMs("none", 9, 1)).toBe(0);
});
