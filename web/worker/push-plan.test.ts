// What a push does on a device: shown, suppressed, taken away, on which platform with what.
import { describe, expect, test } from "vitest";
import { anonymous, endedSession, isSafari, type OpenWindow, planPush, type Platform, windowFor } from "./push-plan.ts";

const uuid = "0198c0de-0000-7000-8000-000000000001";
const chrome: Platform = { language: "pt", maxActions: 2, mustShow: false };
const safari: Platform = { language: "pt", maxActions: 0, mustShow: true };
const push = (data: Record<string, unknown> = {}, notification: Record<string, unknown> = {}) => ({
  web_push: 8030,
  notification: {
    title: "Ana Souza",
    body: "Oi\nMeu pedido não chegou",
    tag: uuid,
    navigate: `/tickets/${uuid}`,
    lang: "pt-BR",
    app_badge: 3,
    ...notification,
  },
  data: {
    kind: "ticket",
    uuid,
    ticketId: 7,
    status: "pending",
    messageId: 9,
    at: "2026-11-20T12:00:00.000Z",
    ...data,
  },
});
const window = (path: string, visible = true, focused = true): OpenWindow => ({
  url: `https://recado.test${path}`,
  visible,
  focused,
});

describe("a push for a connection", () => {
  const tag = "connection-4";
  const about = (state: string) => {
    const said = { tag, navigate: "/connections", title: "Conexão", body: "Loja: sem enviar" };
    return push({ kind: "connection", state, tag, uuid: null, ticketId: null }, said);
  };
  test("rings when it is away, and leads to the connections", () => {
    const { show, close } = planPush(about("down"), [window("/tickets")], chrome);
    expect(show?.options).toMatchObject({ tag, renotify: true, data: { kind: "connection", path: "/connections" } });
    expect(show?.options.actions).toBeUndefined();
    expect(close).toBeNull();
  });
  test("is replaced without a sound when it is back, where it still shows", () => {
    const { show } = planPush(about("up"), [], { ...chrome, showing: [tag] });
    expect(show?.options).toMatchObject({ tag, silent: true });
    expect(show?.options.renotify).toBeUndefined();
    expect(planPush(about("up"), [], { ...chrome, showing: ["another"] }).show).toBeNull();
    expect(planPush(about("up"), [], safari).show?.options.silent).toBe(true);
  });
  test("goes when nobody wants the connection any more", () => {
    expect(planPush(about("gone"), [], { ...chrome, showing: [tag] })).toMatchObject({ show: null, close: tag });
  });
});

describe("a push for a ticket", () => {
  test("is one notification per ticket, rings again, and leads to the ticket", () => {
    const { show, close, badge } = planPush(push(), [], chrome);
    expect(show?.title).toBe("Ana Souza");
    expect(show?.options).toMatchObject({
      body: "Oi\nMeu pedido não chegou",
      tag: uuid,
      renotify: true,
      lang: "pt-BR",
      timestamp: Date.parse("2026-11-20T12:00:00.000Z"),
      data: { kind: "ticket", uuid, ticketId: 7, path: `/tickets/${uuid}` },
    });
    expect(close).toBeNull();
    expect(badge).toBe(3);
  });

  test("offers to accept what waits and to reply to the rest, where there are buttons", () => {
    const actions = (status: string, platform: Platform, kind = "ticket") =>
      planPush(push({ status, kind }), [], platform).show?.options.actions;
    expect(actions("pending", chrome)).toEqual([{ action: "accept", title: "Aceitar" }]);
    expect(actions("open", chrome)).toEqual([{ action: "reply", title: "Responder" }]);
    expect(actions("group", { ...chrome, language: "tr" })).toEqual([{ action: "reply", title: "Yanıtla" }]);
    expect(actions("pending", { ...chrome, maxActions: 0 })).toBeUndefined();
    expect(actions("open", chrome, "mention")).toBeUndefined();
  });
  test("does not offer to accept what has no queue yet: the app asks for one first", () => {
    const offered = (queued: boolean) => planPush(push({ queued }), [], chrome).show?.options.actions;
    expect(offered(true)).toEqual([{ action: "accept", title: "Aceitar" }]);
    expect(offered(false)).toBeUndefined();
  });

  test("is not shown to who looks at that ticket, and what hung there goes", () => {
    expect(planPush(push(), [window(`/tickets/${uuid}`)], chrome)).toEqual({ show: null, close: uuid, badge: 3 });
    expect(planPush(push(), [window(`/tickets/${uuid.toUpperCase()}`)], chrome).show).toBeNull();
  });

  test.each([
    ["another ticket", window("/tickets/0198c0de-0000-7000-8000-000000000002")],
    ["the list", window("/tickets")],
    ["hidden", window(`/tickets/${uuid}`, false, false)],
    ["visible behind another program", window(`/tickets/${uuid}`, true, false)],
  ])("is shown when the window is at %s", (_, open) => {
    expect(planPush(push(), [open], chrome).show?.options.renotify).toBe(true);
  });

  test("is always shown where silence costs the permission, quietly and not for long", () => {
    const { show, close } = planPush(push(), [window(`/tickets/${uuid}`)], safari);
    expect(show?.options).toMatchObject({ tag: uuid, silent: true });
    expect(show?.options.renotify).toBeUndefined();
    expect(close).toBe(uuid);
  });
});

describe("a push that clears", () => {
  const clear = { app_badge: 0, data: { kind: "clear", uuid, ticketId: 7 } };
  test("takes that ticket's notification away and sets the badge", () => {
    expect(planPush(clear, [], chrome)).toEqual({ show: null, close: uuid, badge: 0 });
  });
  test("shows something first where it must", () => {
    const { show, close } = planPush(clear, [], safari);
    expect(show).toMatchObject({ title: "Lida em outro aparelho", options: { tag: uuid, silent: true } });
    expect(close).toBe(uuid);
  });
});

describe("where nobody is signed in", () => {
  test("a clear shows nothing and takes its notification away; a message says no word of what it brings", () => {
    expect(planPush(anonymous({ app_badge: 2, data: { kind: "clear", uuid } }), [], chrome)).toEqual({
      show: null,
      close: uuid,
      badge: undefined,
    });
    const { show, badge } = planPush(anonymous(push()), [], chrome);
    expect(show).toMatchObject({ title: "Nova mensagem", options: { body: "", data: { uuid: "" } } });
    expect(badge).toBeUndefined();
  });
});

test("the end of a session is read out of its own push only", () => {
  expect(endedSession({ data: { kind: "over", sessionId: "s-1" } })).toBe("s-1");
  for (const other of [push({ sessionId: "s-1" }), { data: { kind: "over" } }, null, "over"]) {
    expect(endedSession(other)).toBe("");
  }
});

describe("a push that cannot be read", () => {
  test.each([[null], ["text"], [42], [{}], [{ notification: null, data: 7 }], [[]]])("%j is a new message", (body) => {
    const { show, badge } = planPush(body, [window("/tickets")], { ...chrome, language: "es-AR" });
    expect(show).toMatchObject({ title: "Nuevo mensaje", options: { data: { path: "/tickets", uuid: "" } } });
    expect(show?.options.tag).not.toBe("");
    expect(badge).toBeUndefined();
  });
  test("an address that is none leads nowhere but the list", () => {
    const { show } = planPush(push({ uuid: "../users", ticketId: "x" }), [], chrome);
    expect(show?.options.data).toMatchObject({ path: "/tickets", uuid: "", ticketId: 0 });
  });
  test("a language nobody speaks here is Portuguese", () => {
    expect(planPush(null, [], { ...chrome, language: "fi" }).show?.title).toBe("Nova mensagem");
  });
});

test("a test rings like any other, with no ticket behind it", () => {
  const body = push({ kind: "test", uuid: null, ticketId: null, status: null }, { title: "Teste", tag: "test" });
  expect(planPush(body, [], chrome).show).toMatchObject({
    title: "Teste",
    options: { tag: "test", data: { kind: "test", path: "/tickets" } },
  });
});

test("a tap goes to the window with the ticket, else to the one in use", () => {
  const ticket = window(`/tickets/${uuid}`, false, false);
  const used = window("/queues", true, true);
  const seen = window("/tickets", true, false);
  expect(windowFor([seen, used, ticket], `/tickets/${uuid}`)).toBe(ticket);
  expect(windowFor([seen, used], `/tickets/${uuid}`)).toBe(used);
  expect(windowFor([seen], "/tickets")).toBe(seen);
  expect(windowFor([], "/tickets")).toBeUndefined();
});

test("Safari is known on a Mac and a phone, and nobody else is taken for it", () => {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  expect(isSafari(`${mac} Version/18.4 Safari/605.1.15`)).toBe(true);
  expect(isSafari("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"))
    .toBe(true);
  expect(isSafari("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36"))
    .toBe(false);
  expect(isSafari("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")).toBe(false);
});
