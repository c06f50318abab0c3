import { describe, expect, test } from "vitest";
import type { Level } from "./contract.ts";
import {
  concernOf,
  type Happening,
  isQuiet,
  minuteIn,
  type Person,
  rings,
  ringsForOutage,
  type Why,
} from "./decide.ts";

const NOON = 12 * 60;
const person = (change: Partial<Person> & { level?: Level } = {}): Person => {
  const { level, ...rest } = change;
  return {
    id: 7,
    profile: "user",
    queueIds: [3],
    allTicket: false,
    allowGroup: false,
    allHistoric: false,
    allUserChat: false,
    allowConnections: false,
    rules: {
      level: level ?? "waiting",
      queues: [],
      quiet: { on: false, from: "22:00", to: "07:00" },
      hideText: false,
      connections: true,
    },
    ...rest,
  };
};
const tickets = {
  own: { userId: 7, queueId: 3, isGroup: false, status: "open" },
  ownElsewhere: { userId: 7, queueId: 4, isGroup: false, status: "open" },
  waits: { userId: null, queueId: 3, isGroup: false, status: "pending" },
  waitsElsewhere: { userId: null, queueId: 4, isGroup: false, status: "pending" },
  waitsNowhere: { userId: null, queueId: null, isGroup: false, status: "pending" },
  colleagues: { userId: 8, queueId: 3, isGroup: false, status: "open" },
  closed: { userId: 7, queueId: 3, isGroup: false, status: "closed" },
  group: { userId: null, queueId: null, isGroup: true, status: "group" },
  groupWaits: { userId: null, queueId: 3, isGroup: true, status: "pending" },
  bot: { userId: null, queueId: 3, isGroup: false, status: "lgpd" },
};
const about = (ticket: keyof typeof tickets, change: Partial<Happening> = {}): Happening => ({
  why: "message",
  ticket: tickets[ticket],
  authorId: null,
  mentioned: [],
  minute: NOON,
  ...change,
});

describe("level × ticket", () => {
  test.each<[keyof typeof tickets, Level[]]>([
    ["own", ["waiting", "mine"]],
    ["ownElsewhere", ["waiting", "mine"]],
    ["waits", ["waiting"]],
    ["waitsElsewhere", []],
    ["waitsNowhere", []],
    ["colleagues", []],
    ["closed", []],
    ["group", []],
    ["groupWaits", []],
    ["bot", []],
  ])("%s rings a person of the queue at %j", (ticket, levels) => {
    const all = ["waiting", "mine", "mentions", "none"] as const;
    expect(all.filter((level) => rings(person({ level }), about(ticket)))).toEqual(levels);
  });
});

describe("an outage of a connection", () => {
  const rules = (change: Partial<Person["rules"]>) => ({ rules: { ...person().rules, ...change } });
  test.each<[string, Person, boolean]>([
    ["an admin", person({ profile: "admin" }), true],
    ["who may see connections", person({ allowConnections: true }), true],
    ["anybody else", person(), false],
    ["who switched it off", person({ profile: "admin", ...rules({ connections: false }) }), false],
    ["whom nothing rings", person({ profile: "admin", ...rules({ level: "none" }) }), false],
    ["who wants mentions only", person({ profile: "admin", ...rules({ level: "mentions" }) }), true],
    [
      "who is not to be disturbed",
      person({ profile: "admin", ...rules({ quiet: { on: true, from: "11:00", to: "13:00" } }) }),
      false,
    ],
  ])("%s", (_, who, rung) => expect(ringsForOutage(who, NOON)).toBe(rung));
});

describe("everybody else", () => {
  const admin = person({ profile: "admin", queueIds: [] });
  test.each<[string, Person, keyof typeof tickets, boolean]>([
    ["an admin: what has no queue", admin, "waitsNowhere", true],
    ["an admin: not every queue", admin, "waits", false],
    ["an admin: not another's", admin, "colleagues", false],
    ["allTicket: what has no queue", person({ allTicket: true }), "waitsNowhere", true],
    ["allTicket: not another queue", person({ allTicket: true }), "waitsElsewhere", false],
    ["allowGroup: groups", person({ allowGroup: true }), "group", true],
    ["allowGroup at mine: groups ring like one's own", person({ allowGroup: true, level: "mine" }), "group", true],
    [
      "allowGroup at mine: a group that waits does not",
      person({ allowGroup: true, level: "mine" }),
      "groupWaits",
      false,
    ],
    ["allowGroup: a group that waits in the queue", person({ allowGroup: true }), "groupWaits", true],
    ["an admin without allowGroup: no groups", admin, "group", false],
  ])("%s", (_, who, ticket, expected) => expect(rings(who, about(ticket))).toBe(expected));

  test("never rings the person who caused it", () => {
    expect(rings(person(), about("waits", { why: "waits", authorId: 7 }))).toBe(false);
    expect(rings(person(), about("waits", { why: "waits", authorId: 8 }))).toBe(true);
  });
});

describe("a mention", () => {
  test.each<[Level, boolean]>([["waiting", true], ["mine", true], ["mentions", true], ["none", false]])(
    "rings at %s: %s",
    (level, expected) =>
      expect(rings(person({ level }), about("colleagues", { why: "mention", authorId: 8, mentioned: [7] }))).toBe(
        expected,
      ),
  );
  test("rings nobody else, and nobody who cannot see the ticket", () => {
    expect(rings(person(), about("own", { why: "mention", authorId: 8, mentioned: [9] }))).toBe(false);
    expect(rings(person(), about("waitsElsewhere", { why: "mention", authorId: 8, mentioned: [7] }))).toBe(false);
  });
});

describe("a queue's own rule", () => {
  const having = (level: Level, queueLevel: Level, more: Partial<Person> = {}) => {
    const who = person({ level, ...more });
    return { ...who, rules: { ...who.rules, queues: [{ queueId: 3, level: queueLevel }] } };
  };
  test.each<[Level, Level, keyof typeof tickets, boolean]>([
    ["waiting", "none", "waits", false],
    ["waiting", "none", "own", false],
    ["waiting", "mine", "waits", false],
    ["waiting", "mine", "own", true],
    ["none", "waiting", "waits", true],
    ["none", "waiting", "ownElsewhere", false],
    ["mine", "mentions", "own", false],
  ])(
    "%s with %s there: %s rings %s",
    (level, queue, ticket, expected) => expect(rings(having(level, queue), about(ticket))).toBe(expected),
  );
  test("rings an admin for a queue that is not theirs, and nobody who cannot see the ticket", () => {
    expect(rings(having("none", "waiting", { profile: "admin", queueIds: [] }), about("waits"))).toBe(true);
    expect(rings(having("none", "waiting", { queueIds: [] }), about("waits"))).toBe(false);
  });
});

describe("quiet hours", () => {
  const at = (from: string, to: string, minute: number, on = true) => isQuiet({ on, from, to }, minute);
  test.each<[string, string, string, boolean]>([
    ["22:00", "07:00", "21:59", false],
    ["22:00", "07:00", "22:00", true],
    ["22:00", "07:00", "00:00", true],
    ["22:00", "07:00", "06:59", true],
    ["22:00", "07:00", "07:00", false],
    ["12:00", "13:00", "11:59", false],
    ["12:00", "13:00", "12:00", true],
    ["12:00", "13:00", "13:00", false],
    ["08:00", "08:00", "20:00", true],
  ])("%s to %s at %s: %s", (from, to, now, quiet) => {
    const [hours, minutes] = now.split(":").map(Number);
    expect(at(from, to, hours! * 60 + minutes!)).toBe(quiet);
  });
  test("quiet hours that are off silence nothing", () => expect(at("00:00", "00:00", 5, false)).toBe(false));
  test("silence every reason", () => {
    const who = person();
    const sleeping = { ...who, rules: { ...who.rules, quiet: { on: true, from: "22:00", to: "07:00" } } };
    for (const why of ["message", "waits", "transfer", "mention"] satisfies Why[]) {
      expect(rings(sleeping, about("own", { why, mentioned: [7], authorId: 8, minute: 60 }))).toBe(false);
      expect(rings(sleeping, about("own", { why, mentioned: [7], authorId: 8 }))).toBe(true);
    }
  });
  test("follow the company's clock", () => {
    const now = new Date("2026-01-15T02:30:00Z");
    expect(minuteIn("America/Sao_Paulo", now)).toBe(23 * 60 + 30);
    expect(minuteIn("Europe/Istanbul", now)).toBe(5 * 60 + 30);
    expect(minuteIn("Nowhere/Nothing", now)).toBe(2 * 60 + 30);
    expect(minuteIn("UTC", new Date("2026-01-15T00:05:00Z"))).toBe(5);
  });
});

test("a notification stays on the devices of people whom the ticket still concerns", () => {
  expect(concernOf(person(), tickets.waits)).toBe("waiting");
  expect(concernOf(person(), tickets.own)).toBe("own");
  expect(concernOf(person(), tickets.colleagues)).toBe(null);
});
