import { describe, expect, it } from "vitest";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { allowed } from "../menu/allowed.ts";
import { troubleWith } from "./attach/check.ts";
import { meetingLink } from "./attach/meeting.ts";
import { moved } from "./attach/order.ts";
import { lengthOf, signed, unsigned } from "./length.ts";
import { hoursAndMinutes, replyWindow } from "./window/reply-window.ts";

const HOUR = 3_600_000;
const now = Date.parse("2026-11-20T12:00:00Z");
const ago = (hours: number) => new Date(now - hours * HOUR).toISOString();

describe("the reply window", () => {
  it("counts from the customer's last message", () => {
    expect(replyWindow(undefined, ago(90), now).state).toBe("none");
    expect(replyWindow(24, ago(1), now)).toMatchObject({ state: "open", left: 23 * HOUR });
    expect(replyWindow(24, ago(22.5), now).state).toBe("soon");
    expect(replyWindow(24, ago(24), now).state).toBe("closed");
    expect(replyWindow(24, null, now).state).toBe("closed");
  });
  it("says hours and minutes, never zero while it is open", () => {
    expect(hoursAndMinutes(90 * 60_000)).toEqual({ hours: 1, minutes: 30 });
    expect(hoursAndMinutes(1)).toEqual({ hours: 0, minutes: 1 });
  });
});

describe("a meeting's link", () => {
  it("is one per ticket, on the company's server, and cannot be guessed from the number", () => {
    const ticket = { id: 7, uuid: "0f1e2d3c-0000-4000-8000-000000000000" };
    for (const server of ["https://meet.jit.si", "https://meet.jit.si//", " https://meet.jit.si/ "]) {
      expect(meetingLink(server, ticket)).toBe("https://meet.jit.si/ticket-7-0f1e2d3c");
    }
    expect(meetingLink("https://video.aurora.local/salas/", ticket)).toBe(
      "https://video.aurora.local/salas/ticket-7-0f1e2d3c",
    );
  });
});

describe("the text that is sent", () => {
  it("is signed above, and counted as the channel counts", () => {
    expect(signed("oi", "Bia")).toBe("*Bia*:\noi");
    expect(signed("oi", null)).toBe("oi");
    expect(unsigned(signed("oi", "Bia"), "Bia")).toBe("oi");
    expect(lengthOf("não", "characters")).toBe(3);
    expect(lengthOf("não", "bytes")).toBe(4);
  });
  it("goes as what it is, else as a document, else not", () => {
    const media = {
      image: { maxBytes: 100, types: ["image/jpeg"], caption: true },
      document: { maxBytes: 500, types: ["application/pdf", "image/png"], caption: true },
    };
    expect(troubleWith({ type: "image/jpeg", size: 90 }, media)).toBeNull();
    expect(troubleWith({ type: "image/png", size: 400 }, media)).toBeNull();
    expect(troubleWith({ type: "image/jpeg", size: 200 }, media)).toEqual({ code: "tooBig", max: 100 });
    expect(troubleWith({ type: "video/mp4", size: 1 }, media)).toEqual({ code: "unsupported" });
    expect(troubleWith({ type: "video/mp4", size: 1 }, null)).toBeNull();
    expect(troubleWith({ type: "image/png", size: 26 * 1024 * 1024 }, null)?.code).toBe("tooBig");
  });
  it("keeps its order unless it is moved", () => {
    expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });
});

describe("actions on a message", () => {
  const base = {
    fromMe: true,
    userId: 1,
    isPrivate: false,
    isDeleted: false,
    mediaType: "chat",
    mediaUrl: null,
    body: "oi",
    status: "sent",
    createdAt: ago(0.1),
  } as Message;
  const full = { abilities: { quote: true, edit: true, remove: true, react: true } };
  const may = (change: Partial<Message>, channel: typeof full | undefined = full, status = "open") =>
    allowed({ ...base, ...change }, status, channel, 1, now);

  it("edits one's own words for fifteen minutes, where the channel can", () => {
    expect(may({}).edit).toBe(true);
    expect(may({ createdAt: ago(0.26) }).edit).toBe(false);
    expect(may({ userId: 2 }).edit).toBe(false);
    expect(may({}, { abilities: { ...full.abilities, edit: false } }).edit).toBe(false);
    expect(may({ isPrivate: true }, { abilities: { ...full.abilities, edit: false } }).edit).toBe(true);
  });
  it("offers nothing for what was deleted", () => {
    expect(Object.values(may({ isDeleted: true }))).not.toContain(true);
  });
  it("replies only where one can write", () => {
    expect([may({}).reply, may({}, full, "closed").reply, may({ isPrivate: true }).reply]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
