// What is decided about ringing without asking anybody: silence, subscriptions, browsers, settled tickets.
import { describe, expect, test } from "vitest";
import type { NotificationRules } from "../../../api/features/notifications/contract.ts";
import { deviceName } from "../../core/page/device-name.ts";
import { badgeCount } from "../../core/page/title.ts";
import { browserKind, type Facts, obstacle } from "./platform.ts";
import { isSettled } from "./shown.ts";
import { timeIn } from "../../core/words/zone-clock.ts";
import { isQuiet, isSilent } from "./silence.ts";
import { subscriptionPlan } from "./subscription-plan.ts";

const night = { on: true, from: "22:00", to: "07:00" };
const rules = (part: Partial<NotificationRules>) => ({ queues: [], quiet: { ...night, on: false }, ...part });

describe("silence", () => {
  test.each([["21:59", false], ["22:00", true], ["00:00", true], ["06:59", true], ["07:00", false], ["12:00", false]])(
    "quiet hours past midnight at %s: %s",
    (time, quiet) => expect(isQuiet(night, time)).toBe(quiet),
  );
  test("quiet hours within a day, all day, and off", () => {
    const noon = { on: true, from: "12:00", to: "13:00" };
    expect([isQuiet(noon, "11:59"), isQuiet(noon, "12:30"), isQuiet(noon, "13:00")]).toEqual([false, true, false]);
    expect(isQuiet({ ...noon, to: "12:00" }, "03:00")).toBe(true);
    expect(isQuiet({ ...night, on: false }, "23:00")).toBe(false);
  });
  test("a queue's own rule mutes what it leaves out, and only there", () => {
    const own = rules({ queues: [{ queueId: 3, level: "mine" }, { queueId: 4, level: "none" }] });
    const silent = (occasion: "mine" | "waiting" | "mention", queueId: number | null) =>
      isSilent(own, { occasion, queueId }, "12:00");
    expect([silent("mine", 3), silent("waiting", 3), silent("mention", 3)]).toEqual([false, true, false]);
    expect([silent("mine", 4), silent("mention", 4)]).toEqual([true, true]);
    expect([silent("waiting", 5), silent("waiting", null)]).toEqual([false, false]);
  });
  test("quiet hours count for every queue; unknown rules mute nothing", () => {
    expect(isSilent(rules({ quiet: night }), { occasion: "mine", queueId: null }, "23:00")).toBe(true);
    expect(isSilent(undefined, { occasion: "mine", queueId: null }, "23:00")).toBe(false);
  });
  test("the clock is the company's", () => {
    const now = Date.parse("2026-11-20T02:05:00Z");
    expect(timeIn("America/Sao_Paulo", now)).toBe("23:05");
    expect(timeIn("Europe/Istanbul", now)).toBe("05:05");
    expect(timeIn("UTC", Date.parse("2026-11-20T00:00:00Z"))).toBe("00:00");
  });
});

describe("the subscription", () => {
  const subscription = { endpoint: "https://push.test/1", key: "K1" };
  const held = { subscription, told: subscription.endpoint, publicKey: "K1", known: true };
  test("a subscription that both sides know needs nothing", () => expect(subscriptionPlan(held)).toBe("nothing"));
  test.each([
    ["is made anew without one", { ...held, subscription: null }, "fresh"],
    ["is made anew when the server's key changed", { ...held, publicKey: "K2" }, "fresh"],
    ["is made anew when the server dropped it", { ...held, known: false }, "fresh"],
    ["is told when the browser replaced it", { ...held, told: "https://push.test/0" }, "tell"],
    ["is told to a server that never heard of it", { ...held, told: undefined, known: false }, "tell"],
  ])("%s", (_, case_, plan) => expect(subscriptionPlan(case_)).toBe(plan));
});

describe("the browser", () => {
  const known: Facts = { userAgent: "", secure: true, capable: true, touches: 0, standalone: false };
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Safari/604.1";
  const ipad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15";
  test("rings only over HTTPS, and on iOS only from the home screen", () => {
    expect(obstacle(known)).toBeNull();
    expect(obstacle({ ...known, secure: false })).toBe("insecure");
    expect(obstacle({ ...known, capable: false })).toBe("unsupported");
    expect(obstacle({ ...known, userAgent: iphone, capable: false })).toBe("install");
    expect(obstacle({ ...known, userAgent: ipad, touches: 5, capable: false })).toBe("install");
    expect(obstacle({ ...known, userAgent: iphone, capable: false, standalone: true })).toBe("unsupported");
    expect(obstacle({ ...known, userAgent: iphone, standalone: true })).toBeNull();
  });
  test.each([
    ["ios", iphone],
    ["firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
    ["android", "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"],
    ["chrome", "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0"],
    ["safari", ipad],
  ])("is led through the settings of %s", (kind, userAgent) => {
    expect(browserKind({ ...known, userAgent })).toBe(kind);
  });
  test("is called what a person calls it", () => {
    expect(deviceName("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"))
      .toBe("Chrome, Android");
    expect(deviceName("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 Edg/142.0")).toBe("Edge, Windows");
    expect(deviceName(iphone)).toBe("Safari, iPhone");
    expect(deviceName("curl/8")).toBe("Web");
  });
});

test("a ticket calls nobody any more once it is read or somebody else's", () => {
  const me = { id: 1 };
  expect(isSettled({ unreadMessages: 2, userId: 1 }, me)).toBe(false);
  expect(isSettled({ unreadMessages: 2, userId: null }, me)).toBe(false);
  expect(isSettled({ unreadMessages: 0, userId: 1 }, me)).toBe(true);
  expect(isSettled({ unreadMessages: 2, userId: 9 }, me)).toBe(true);
});

test("the icon's number holds what waits to be sent only while nobody sees the app", () => {
  expect(badgeCount({ calling: 4, unsent: 3, hidden: false })).toBe(4);
  expect(badgeCount({ calling: 4, unsent: 3, hidden: true })).toBe(7);
  expect(badgeCount({ calling: 0, unsent: 0, hidden: true })).toBe(0);
});
