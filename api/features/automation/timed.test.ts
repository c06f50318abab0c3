import { describe, expect, test } from "vitest";
import { decideTimed, type TimedDeed, type TimedFacts } from "./timed.ts";

const start = Date.parse("2026-03-02T12:00:00Z");
const at = (minutes: number) => new Date(start + minutes * 60_000);
/** An open ticket without a rule, quiet from minute 0, with our word last. */
const quiet: TimedFacts = {
  status: "open",
  queueId: 1,
  userId: 7,
  isBot: false,
  groupChat: false,
  imported: false,
  connected: true,
  quietSince: at(0),
  lastWord: "ours",
  askedAt: null,
  said: {},
  handedAt: null,
  ownerOnline: true,
  redirectAfterMin: 0,
  redirectQueueId: null,
  inactiveAfterMin: 0,
  inactiveText: "Ainda está aí?",
  closeAfterMin: 0,
  expiredText: "Encerrado por inatividade.",
  closeIfOursLast: false,
  ratingExpiresMin: 0,
  lacksTag: false,
  toldOfTag: false,
  rotateAfterMin: 0,
};
const waiting: TimedFacts = { ...quiet, status: "pending", userId: null, lastWord: "theirs" };
const warned = (minute: number) => ({ inactive: { times: 1, at: at(minute).toISOString() } });
const HOURS = 24;
const DAY = 24 * 60;

/** At each minute what is due, the last moment before a boundary included. */
type Row = [rule: string, facts: Partial<TimedFacts>, due: [minute: number, deed: TimedDeed | null][]];
function hold(base: TimedFacts, rows: Row[], hours = HOURS) {
  test.each(rows)("%s", (_, facts, due) => {
    const all = { ...base, ...facts };
    expect(due.map(([minute]) => [minute, decideTimed(all, hours, at(minute))])).toEqual(due);
  });
}
const before = (minute: number) => minute - 1 / 60_000;

describe("the warning that a ticket is idle", () => {
  hold({ ...quiet, inactiveAfterMin: 10 }, [
    ["goes after its minutes, not a moment earlier", {}, [[before(10), null], [10, "warn"], [DAY * 2, "warn"]]],
    ["goes to a waiting customer too", { status: "pending", userId: null, lastWord: "theirs" }, [[before(10), null], [
      10,
      "warn",
    ]]],
    ["goes whoever wrote last", { lastWord: "theirs" }, [[10, "warn"]]],
    ["goes once in a round", { said: warned(10), closeAfterMin: 60 }, [[11, null], [30, null]]],
    ["needs a text", { inactiveText: "" }, [[10, null]]],
    ["needs the connection", { connected: false }, [[10, null]]],
    ["is not for groups that are no tickets", { groupChat: true }, [[10, null]]],
    ["is not for imported tickets", { imported: true }, [[DAY * 9, null]]],
    ["is not for tickets that are closed, being rated or waiting for consent", { status: "closed" }, [[10, null]]],
    ["off, it never goes", { inactiveAfterMin: 0 }, [[before(DAY), null]]],
  ]);
});

describe("closing what is idle", () => {
  hold({ ...quiet, inactiveAfterMin: 10, closeAfterMin: 5 }, [
    ["waits for the warning", {}, [[10, "warn"], [60, "warn"]]],
    ["comes its minutes after the warning", { said: warned(12) }, [[before(17), null], [17, "expire"]]],
    ["counts anew when somebody wrote after the warning, both times", { said: warned(12), quietSince: at(13) }, [
      [17, null],
      [before(28), null],
      [28, "expire"],
    ]],
    ["without a text to warn with it comes after both times", { inactiveText: "" }, [[before(15), null], [
      15,
      "expire",
    ]]],
    ["without a warning it comes after its own", { inactiveAfterMin: 0 }, [[before(5), null], [5, "expire"]]],
    ["leaves a ticket without its required tag open, and logs that once", { said: warned(12), lacksTag: true }, [[
      before(17),
      null,
    ], [
      17,
      "leaveUntagged",
    ]]],
    ["stays quiet when the log has told of the missing tag", { said: warned(12), lacksTag: true, toldOfTag: true }, [[
      DAY,
      null,
    ]]],
    ["is for open tickets only", { status: "pending", userId: null, said: warned(10) }, [[15, null], [DAY * 9, null]]],
    ["waits where the company wants its own word last and it is not", {
      said: warned(10),
      closeIfOursLast: true,
      lastWord: "theirs",
    }, [[15, null], [DAY * 9, null]]],
    ["goes where it is", { said: warned(10), closeIfOursLast: true }, [[15, "expire"]]],
    ["goes where nobody wrote yet", { said: warned(10), closeIfOursLast: true, lastWord: null }, [[15, "expire"]]],
    ["needs the connection", { said: warned(10), connected: false }, [[15, null]]],
  ]);
});

describe("the default of the platform", () => {
  hold(quiet, [
    ["closes without a word after its hours", {}, [[before(DAY), null], [DAY, "close"]]],
    ["never closes while the customer waits for an answer", { lastWord: "theirs" }, [[DAY, null], [DAY * 30, null]]],
    ["closes where nobody ever wrote", { lastWord: null }, [[DAY, "close"]]],
    ["needs no connection", { connected: false }, [[DAY, "close"]]],
    ["leaves tickets to a connection that sets its own time", { closeAfterMin: DAY * 3 }, [[DAY, null], [
      DAY * 3,
      "expire",
    ]]],
    ["closes also where there is only a warning", { inactiveAfterMin: 10, said: warned(10) }, [[DAY, "close"]]],
    ["is not for waiting tickets", { status: "pending", userId: null }, [[DAY, null]]],
    ["is not for groups", { status: "group", groupChat: true }, [[DAY, null]]],
    ["ends a question for consent that is not answered", { status: "lgpd", lastWord: "theirs" }, [
      [before(DAY), null],
      [DAY, "close"],
    ]],
  ]);
  hold(quiet, [
    ["of 0 hours never closes", {}, [[DAY * 365, null]]],
    ["of 0 hours leaves consent open", { status: "lgpd" }, [[DAY * 365, null]]],
    ["of 0 hours leaves a rating open", { status: "nps", askedAt: at(0) }, [[DAY * 365, null]]],
  ], 0);
});

describe("a rating nobody gives", () => {
  hold({ ...quiet, status: "nps", askedAt: at(3), ratingExpiresMin: 30 }, [
    ["ends its minutes after it was asked", { quietSince: at(20) }, [[before(33), null], [33, "endRating"]]],
    ["without minutes ends by the default", { ratingExpiresMin: 0 }, [[before(DAY + 3), null], [DAY + 3, "endRating"]]],
    ["is never warned or closed otherwise", { inactiveAfterMin: 1, closeAfterMin: 1 }, [[10, null], [33, "endRating"]]],
  ]);
});

describe("waiting without a queue", () => {
  hold({ ...waiting, queueId: null, redirectAfterMin: 4, redirectQueueId: 9 }, [
    ["goes to the queue after its minutes", {}, [[before(4), null], [4, "redirect"]]],
    ["goes before anything else", { inactiveAfterMin: 2 }, [[before(4), "warn"], [4, "redirect"]]],
    ["stays on a connection that is away", { connected: false }, [[4, null]]],
    ["stays where no queue is named", { redirectQueueId: null }, [[4, null]]],
    ["stays where it has a queue", { queueId: 2 }, [[4, null]]],
    ["stays with a person", { userId: 3 }, [[4, null]]],
    ["stays once it is open", { status: "open" }, [[4, null]]],
  ]);
});

describe("a reservation", () => {
  hold({ ...waiting, userId: 7, handedAt: at(1) }, [
    ["ends after five minutes", {}, [[before(6), null], [6, "release"]]],
    ["ends at once when its person is away", { ownerOnline: false }, [[1, "release"]]],
    ["of an account manager does not end", { handedAt: null, ownerOnline: false }, [[DAY, null]]],
    ["is over once it is accepted", { status: "open" }, [[6, null]]],
    ["goes on to the next where the queue rotates", { rotateAfterMin: 10, ownerOnline: false }, [[10, null], [
      11,
      "hand",
    ]]],
  ]);
});

describe("rotation", () => {
  hold({ ...waiting, rotateAfterMin: 5 }, [
    ["gives a ticket that nobody has at once", {}, [[0, "hand"]]],
    ["lets the bot finish, as long as it is answered", { isBot: true }, [[before(5), null], [5, "hand"]]],
    ["gives on what was left untouched for its minutes", { userId: 7, handedAt: at(1) }, [[before(6), null], [
      6,
      "hand",
    ]]],
    ["leaves what came to a person in another way", { userId: 7 }, [[DAY, null]]],
    ["leaves what is open", { status: "open", userId: 7, handedAt: at(1) }, [[6, null]]],
    ["off, it gives nothing", { rotateAfterMin: 0 }, [[DAY, null]]],
  ]);
});

test("the sweep sends no text twice in a round and none after the close, in any order of events", () => {
  let seed = 7;
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let round = 0; round < 500; round++) {
    const pick = <T>(...of: T[]) => of[random(of.length)]!;
    let facts: TimedFacts = {
      ...pick(quiet, waiting),
      inactiveAfterMin: pick(0, 3, 10),
      closeAfterMin: pick(0, 2, 15),
      closeIfOursLast: pick(true, false),
      connected: pick(true, true, false),
    };
    /** The sweep's actions since the ticket was opened or accepted last. */
    let done: TimedDeed[] = [];
    for (let minute = 0; minute < 200; minute++) {
      const deed = decideTimed(facts, 1, at(minute));
      if (deed) {
        expect(facts.status).not.toBe("closed");
        expect(done).not.toContain(deed);
        done.push(deed);
      }
      if (deed === "warn") facts = { ...facts, said: warned(minute) };
      if (deed === "expire" || deed === "close") facts = { ...facts, status: "closed" };
      const happens = random(30);
      if (happens === 0) facts = { ...facts, quietSince: at(minute), lastWord: pick("ours", "theirs") };
      if (happens === 1) facts = { ...facts, connected: !facts.connected };
      if (happens === 2 && facts.status === "pending") {
        facts = { ...facts, status: "open", quietSince: at(minute), said: {} };
        done = [];
      }
    }
  }
});
