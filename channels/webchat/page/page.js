// @ts-check
// The visitor's page: header, conversation, name, composer, and what connects them.
import { Api, storage } from "./api.js";
import { Files } from "./bubble.js";
import { el, find, icon } from "./dom.js";
import { composer, nameCard } from "./forms.js";
import { frame } from "./frame.js";
import { listen } from "./live.js";
import { Outbox } from "./outbox.js";
import { asEntry, Thread } from "./thread.js";
import { readWords } from "./words.js";

/** A stream that reconnects within this time shows no warning. */
const PATIENCE_MS = 3_000;
/** Pages of history fetched to close a gap after a long absence. */
const MAX_CATCH_UP = 10;
const SEEN_MS = 400;

/** @type {{ path: string, title: string, greeting?: string, color?: string }} */
const settings = JSON.parse(document.querySelector("meta[name=recado]")?.getAttribute("content") ?? "{}");
if (settings.color) paint(settings.color);
const api = new Api(settings.path);
const words = await readWords(settings.path);
const around = frame({ onShown: () => (find("textarea").focus(), seen()) });

const head = el("header", { class: "head" });
head.append(
  el("span", { class: "mark", "aria-hidden": "true" }, [...settings.title][0] ?? ""),
  el("h1", {}, settings.title),
);
if (around.close) {
  head.append(
    el(
      "button",
      { type: "button", class: "quiet", "aria-label": words.say("close"), onclick: around.close },
      icon("close"),
    ),
  );
}
const log = el("div", { class: "log", role: "log", tabindex: "0", "aria-label": words.say("log") });
const line = el("p", { class: "line", role: "status" });
line.hidden = true;

const files = new Files((url) => api.file(url));
const outbox = new Outbox(api, {
  onChange: () => showDrafts(),
  onSent(draft, id, at) {
    const { key, mine, text, media } = asEntry(draft);
    thread.put([{ id, key, mine, text, at, ack: 1, deleted: false, edited: false, media }]);
  },
});
const main = el("main", {}, el("div", { class: "middle" }, log, line));
find("#chat").append(head, main);
const thread = new Thread(log, {
  words,
  files,
  onRetry: (draft) => outbox.retry(draft),
  onDiscard: (draft) => outbox.discard(draft),
}, {
  greeting: settings.greeting || words.say("greeting"),
  async onOlder() {
    const oldest = thread.stored[0]?.id;
    const { messages, hasMore } = await api.history(oldest);
    // The thread dropped its oldest messages meanwhile, so this page no longer joins on.
    if (oldest !== thread.stored[0]?.id) return;
    thread.hasMore = hasMore;
    thread.put(messages, true);
  },
});
const ask = nameCard(api, words);
log.append(ask);
main.append(composer({
  words,
  draft: { get: () => storage.get(`${api.box}:draft`) ?? "", set: (text) => storage.set(`${api.box}:draft`, text) },
  onText(text) {
    outbox.add({ text });
  },
  onFile: (file, failed) => outbox.add({ file, failed }),
  onTyping: (on) => void (thread.messages.size && api.post("typing", { on }).catch(() => {})),
}));

function showDrafts() {
  for (const { key, file } of outbox.drafts) if (file) files.know(`local:${key}`, file);
  thread.drafts = outbox.drafts;
  thread.plan();
}

/** True once the history was fetched: messages this page sent before that are not the history. */
let begun = false;
/** Fetches pages of newer messages until they meet the messages the page has. */
async function catchUp() {
  const known = new Set(begun ? thread.messages.keys() : []);
  let { messages, hasMore } = await api.history();
  const apart = () => hasMore && !messages.some(({ id }) => known.has(id));
  for (let round = 0; known.size > 0 && apart() && round < MAX_CATCH_UP; round++) {
    const page = await api.history(messages[0]?.id);
    ({ hasMore } = page);
    messages = [...page.messages, ...messages];
  }
  if (known.size === 0 || apart()) {
    // The messages the page has are too old to be met. Shown beside the new ones, they would hide the gap between.
    if (messages[0]) thread.forgetBefore(messages[0]);
    thread.hasMore = hasMore;
  }
  begun = true;
  thread.put(messages);
  for (const { key } of thread.messages.values()) if (key) outbox.settle(key);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let trouble;
let listening = false;
function start() {
  if (listening) return;
  listening = true;
  listen(api, {
    onBack: catchUp,
    onLine(up) {
      clearTimeout(trouble);
      if (up) line.hidden = true;
      else trouble = setTimeout(() => showLine("connecting"), PATIENCE_MS);
    },
    onEvent(name, data) {
      if (name === "typing") thread.typing(Boolean(data.on));
      if (name !== "message") return;
      const message = /** @type {import("./api.js").Message} */ (data);
      if (message.key) outbox.settle(message.key);
      thread.heard(message);
    },
  });
}
function showLine(/** @type {string} */ what) {
  const text = words.say(navigator.onLine ? what : "offline");
  if (line.textContent !== text) line.textContent = text;
  line.hidden = false;
}
addEventListener("offline", () => showLine("offline"));
addEventListener("online", () => line.hidden = listening ? line.hidden : true);

/** The ack this page has reported for each message of the agents: 2 received, 3 read. @type {Map<string, number>} */
const told = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let telling;
/** Reports received and read messages to the server; counts the unread ones. */
function seen() {
  const shown = around.shown() && document.visibilityState === "visible";
  const theirs = thread.stored.filter((message) => !message.mine);
  const unread = shown ? 0 : theirs.filter(({ id, ack }) => Math.max(ack, told.get(id) ?? 0) < 3).length;
  around.unread(unread);
  document.title = unread ? `(${unread}) ${settings.title}` : settings.title;
  ask.hidden = Boolean(api.visitor?.name) && ask.dataset.thanked === undefined ||
    thread.messages.size + thread.drafts.length > 0;
  clearTimeout(telling);
  telling = setTimeout(async () => {
    const ack = shown ? 3 : 2;
    const ids = theirs.filter((one) => Math.max(one.ack, told.get(one.id) ?? 0) < ack).slice(-100).map(({ id }) => id);
    if (!ids.length) return;
    for (const id of ids) told.set(id, ack);
    await api.post("seen", { ids, read: shown }).catch(() => ids.forEach((id) => told.delete(id)));
  }, SEEN_MS);
}
log.addEventListener("drawn", seen);
document.addEventListener("visibilitychange", seen);

/** The company's colour, with letters on it that can be read. @param {string} color */
function paint(color) {
  const part = (/** @type {number} */ at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  const { style } = document.documentElement;
  style.setProperty("--primary", color);
  style.setProperty("--on-primary", light > 0.183 ? "#10141a" : "#ffffff");
  // As text the colour is mixed until it can be read on the light and on the dark page.
  const share = (/** @type {number} */ much) => `color-mix(in srgb, ${color} ${much}%, var(--fg))`;
  const [onLight, onDark] = light > 0.3 ? [35, 90] : light > 0.12 ? [60, 70] : [90, 35];
  style.setProperty("--accent-light", share(onLight));
  style.setProperty("--accent-dark", share(onDark));
}

api.onVisitor = start;
showDrafts();
if (api.visitor) {
  api.renew().catch(() => {});
  start();
}
outbox.run();
if (!around.close && matchMedia("(pointer: fine)").matches) find("textarea").focus();
