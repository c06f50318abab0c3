import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  both,
  kept,
  type KnownDraft,
  mine,
  nothing,
  released,
  sending,
  theirs,
  told,
  toSend,
  typed,
} from "./store/draft-merge.ts";

const known = (change: Partial<KnownDraft> = {}): KnownDraft => ({ ...nothing, text: "oi", base: 3, ...change });
const free = false;
const held = true;

describe("another device changed a draft", () => {
  const table: [string, KnownDraft, { text: string; rev: number }, boolean, Partial<KnownDraft>][] = [
    ["an untouched box shows it", known(), { text: "oi!", rev: 4 }, free, { text: "oi!", base: 4, dirty: false }],
    ["a focused box is left alone", known(), { text: "oi!", rev: 4 }, held, {
      text: "oi",
      other: { text: "oi!", rev: 4 },
    }],
    ["nor an empty focused one", { ...nothing }, { text: "a", rev: 1 }, held, {
      text: "",
      other: { text: "a", rev: 1 },
    }],
    ["own words stay", known({ dirty: true }), { text: "x", rev: 4 }, free, {
      text: "oi",
      other: { text: "x", rev: 4 },
    }],
    ["an old revision says nothing", known(), { text: "x", rev: 3 }, free, { text: "oi", base: 3 }],
    ["the same words need no question", known({ dirty: true }), { text: "oi", rev: 9 }, held, {
      base: 9,
      dirty: false,
      other: null,
    }],
    ["sent there: gone here", known(), { text: "", rev: 4 }, free, { text: "", base: 4, dirty: false }],
    ["sent there, the cursor here", known(), { text: "", rev: 4 }, held, { text: "oi", other: { text: "", rev: 4 } }],
    ["sent there, written on here", known({ dirty: true }), { text: "", rev: 4 }, free, {
      text: "oi",
      base: 4,
      dirty: true,
      other: null,
    }],
    ["sent here, written on there", known({ text: "", dirty: true }), { text: "b", rev: 4 }, free, {
      text: "b",
      base: 4,
      dirty: false,
    }],
    ["a lost answer is ours", known({ text: "oi tu", dirty: true, sent: "oi t" }), { text: "oi t", rev: 4 }, held, {
      text: "oi tu",
      base: 4,
      dirty: true,
      other: null,
    }],
    ["a lost answer, sent since", known({ text: "", dirty: true, sent: "oi t" }), { text: "oi t", rev: 4 }, held, {
      text: "",
      base: 4,
      dirty: true,
      other: null,
    }],
    ["the latest offer counts", known({ dirty: true, other: { text: "x", rev: 4 } }), { text: "xy", rev: 5 }, free, {
      other: { text: "xy", rev: 5 },
    }],
  ];
  test.each(table)("%s", (_, before, server, focus, after) => {
    expect(told(before, server, focus)).toMatchObject(after);
  });

  test("a box shows the waiting text when the cursor leaves it, and nothing else", () => {
    expect(released(known({ other: { text: "x", rev: 4 } }))).toMatchObject({ text: "x", base: 4, other: null });
    expect(released(known({ dirty: true, other: { text: "x", rev: 4 } }))).toMatchObject({
      text: "oi",
      other: { text: "x" },
    });
  });

  test("a draft becomes the other device's text, both, or one's own, as the person chooses", () => {
    const asked = known({ dirty: true, other: { text: "x", rev: 7 } });
    expect(toSend(asked)).toBe(false);
    expect(theirs(asked)).toMatchObject({ text: "x", base: 7, dirty: false, other: null });
    expect(both(asked)).toMatchObject({ text: "x\noi", base: 7, dirty: true, other: null });
    expect(mine(asked)).toMatchObject({ text: "oi", base: 7, dirty: true, other: null });
    expect(toSend(mine(asked))).toBe(true);
  });

  test("a late answer does not undo text typed since", () => {
    const onTheWay = typed(sending(typed(known(), "oi a")), "oi ab");
    expect(kept(onTheWay, { text: "oi a", rev: 4 })).toMatchObject({ text: "oi ab", base: 4, dirty: true });
    expect(kept(typed(known(), "b"), { text: "b", rev: 4 })).toMatchObject({ base: 4, dirty: false });
    expect(kept(known({ base: 9 }), { text: "old", rev: 4 })).toMatchObject({ text: "oi", base: 9 });
  });
});

/** The server's rule (api/features/drafts): a write that did not see the latest is refused, the same text is no change. */
class Server {
  text = "";
  rev = 0;
  /** The devices that had seen the text a write replaced. */
  write(text: string, base: number): { ok: boolean; text: string; rev: number } {
    if (text === this.text) return { ok: true, text, rev: this.rev };
    if (base !== this.rev) return { ok: false, text: this.text, rev: this.rev };
    this.text = text;
    this.rev++;
    return { ok: true, text, rev: this.rev };
  }
}

interface Device {
  known: KnownDraft;
  held: boolean;
  /** Events not delivered yet. */
  inbox: { text: string; rev: number }[];
}
const step = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom(
    "type",
    "type",
    "clear",
    "send",
    "sendLost",
    "event",
    "event",
    "focus",
    "blur",
    "theirs",
    "both",
    "mine",
  ),
});

test("two devices lose no words, in any order, that their writer did not send, clear or see replaced", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = new Server();
      const devices: Device[] = [0, 1].map(() => ({ known: { ...nothing }, held: false, inbox: [] }));
      /** Words that nobody sent, cleared or replaced. */
      const alive = new Set<string>();
      let words = 0;
      const end = (text: string) => text.split(/\s+/).forEach((word) => alive.delete(word));
      const send = (device: Device, lost: boolean) => {
        if (!toSend(device.known)) return;
        const { text, base } = device.known;
        device.known = sending(device.known);
        const before = server.rev;
        const answer = server.write(text, base);
        if (server.rev > before) devices.forEach((one) => one.inbox.push({ text: server.text, rev: server.rev }));
        if (lost) return;
        const after = answer.ok ? kept(device.known, answer) : told(device.known, answer, device.held);
        device.known = answer.ok && !device.held ? released(after) : after;
      };
      const event = (device: Device) => {
        const next = device.inbox.shift();
        if (!next) return;
        const before = device.known;
        device.known = told(device.known, next, device.held);
        // A box with the cursor in it never changes by itself.
        if (device.held) expect(device.known.text).toBe(before.text);
      };
      for (const { who, what } of steps) {
        const device = devices[who]!;
        if (what === "type") {
          const word = `w${words++}`;
          alive.add(word);
          device.held = true;
          device.known = typed(device.known, `${device.known.text} ${word}`.trim());
        } else if (what === "clear") {
          end(device.known.text);
          device.held = true;
          device.known = typed(device.known, "");
        } else if (what === "send" || what === "sendLost") send(device, what === "sendLost");
        else if (what === "event") event(device);
        else if (what === "focus") device.held = true;
        else if (what === "blur") {
          device.held = false;
          device.known = released(device.known);
        } else if (device.known.other) {
          const { text, other } = device.known;
          if (what === "theirs") end(text.split(/\s+/).filter((word) => !other.text.includes(word)).join(" "));
          if (what === "mine") end(other.text.split(/\s+/).filter((word) => !text.includes(word)).join(" "));
          device.known = { theirs, both, mine }[what](device.known);
        }
        const everywhere = [server.text, ...devices.flatMap(({ known }) => [known.text, known.other?.text ?? ""])].join(
          " ",
        );
        const found = new Set(everywhere.split(/\s+/));
        expect([...alive].filter((word) => !found.has(word))).toEqual([]);
      }
      // Everybody leaves, everything arrives, every question is answered with "both": all end with the same words.
      for (let round = 0; round < 12; round++) {
        for (const device of devices) {
          device.held = false;
          device.known = released(device.known);
          while (device.inbox.length > 0) event(device);
          device.known = both(device.known);
          send(device, false);
        }
      }
      expect(devices.map(({ known }) => known.text)).toEqual([server.text, server.text]);
      expect(devices.map(({ known }) => known.dirty)).toEqual([false, false]);
    }),
    { numRuns: 3000 },
  );
});
