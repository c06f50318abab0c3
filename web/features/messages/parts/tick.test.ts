import { describe, expect, it } from "vitest";
import { tickOf } from "./tick.ts";

const message = { fromMe: true, isPrivate: false, ack: 0, status: "sent", mediaType: "chat" };
const tick = (change: Partial<typeof message>) => tickOf({ ...message, ...change });

describe("tickOf", () => {
  it("names each ack", () => {
    expect([0, 1, 2, 3, 4, 5].map((ack) => tick({ ack }))).toEqual([
      "clock",
      "sent",
      "delivered",
      "read",
      "read",
      "read",
    ]);
    expect(tick({ ack: 4, mediaType: "audio" })).toBe("played");
  });
  it("says failed and uncertain until the customer has it", () => {
    expect(tick({ status: "failed" })).toBe("failed");
    expect(tick({ status: "uncertain", ack: 1 })).toBe("uncertain");
    expect(tick({ status: "failed", ack: 2 })).toBe("delivered");
  });
  it("has nothing to say of notes and of the customer's messages", () => {
    expect(tick({ isPrivate: true })).toBeNull();
    expect(tick({ fromMe: false })).toBeNull();
  });
});
