// @ts-check
// The conversation on the screen: stored messages, then drafts. Nodes are reused, so that pictures do not flicker and the scroll
// position stays.
import { fill } from "./bubble.js";
import { el, icon } from "./dom.js";
/** @typedef {import("./api.js").Message} Message */
/** @typedef {import("./bubble.js").Entry} Entry */
/** @typedef {import("./bubble.js").Tools} Tools */
/** @typedef {import("./outbox.js").Draft} Draft */

/** Bubbles of one person within this time stand together. */
const GROUP_MS = 2 * 60_000;
/** A reader this close to the end, in pixels, is kept at the newest message. */
const NEAR_END_PX = 90;
const NEAR_START_PX = 60;
const TYPING_MS = 8_000;

export class Thread {
  /** @type {Map<string, Message>} */
  messages = new Map();
  /** The order of the conversation, for messages of one moment. @type {Map<string, number>} */
  #turns = new Map();
  #lowest = 0;
  #highest = 0;
  /** @type {Draft[]} */
  drafts = [];
  hasMore = false;
  #loading = false;
  #planned = false;
  /** @type {Map<string, HTMLElement>} */
  #nodes = new Map();
  #atEnd = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;

  /** @param {HTMLElement} log @param {Tools} tools @param {{ greeting: string, onOlder: () => Promise<void> }} options */
  constructor(log, tools, { greeting, onOlder }) {
    this.log = log;
    this.tools = tools;
    this.onOlder = onOlder;
    const { words } = tools;
    this.older = el("button", { type: "button", class: "older", onclick: () => this.#more() }, words.say("older"));
    this.older.hidden = true;
    this.welcome = el("div", { class: "row theirs first welcome" });
    fill(this.welcome, { id: "", mine: false, text: greeting, at: 0, ack: 0, deleted: false, edited: false }, tools);
    this.dots = el("div", { class: "row theirs first dots", role: "status", "aria-label": words.say("typing") });
    this.dots.append(el("div", { class: "bubble" }, el("i"), el("i"), el("i")));
    this.dots.hidden = true;
    this.list = el("div", { class: "list" });
    log.append(this.older, this.welcome, this.list, this.dots);
    this.newest = el("button", {
      type: "button",
      class: "round newest",
      "aria-label": words.say("newest"),
      onclick: () => this.toEnd(),
    }, icon("down"));
    this.newest.hidden = true;
    log.after(this.newest);
    log.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    // A keyboard that opens, or a picture: a reader at the end stays there.
    new ResizeObserver(() => this.#atEnd && this.toEnd()).observe(log);
  }

  /** @param {Message[]} messages oldest first @param {boolean} [older] they come before all that is there */
  put(messages, older = false) {
    if (older) this.#lowest -= messages.length;
    for (const [place, message] of messages.entries()) {
      const { id, key, media } = message;
      if (!this.#turns.has(id)) this.#turns.set(id, older ? this.#lowest + place : ++this.#highest);
      const before = this.messages.get(id);
      if (key && media) this.tools.files.alias(`local:${key}`, media.url);
      // Acks only rise, whatever order they come in.
      this.messages.set(id, {
        ...message,
        ack: Math.max(message.ack, before?.ack ?? 0),
        media: media ?? keptMedia(message, before),
      });
    }
    this.plan();
  }
  /** Drops the messages older than this one; scrolling up fetches them again. @param {Message} message */
  forgetBefore(message) {
    for (const { id, at } of this.stored) {
      if (at >= message.at) continue;
      this.messages.delete(id);
      this.#turns.delete(id);
    }
  }
  /**
   * Brings one message up to date. Skips a message older than all shown ones: shown now, it would hide the gap between, and
   * scrolling up fetches it. @param {Message} message
   */
  heard(message) {
    const [oldest] = this.stored;
    const beyond = this.hasMore && oldest !== undefined && message.at < oldest.at && !this.messages.has(message.id);
    if (!beyond) this.put([message]);
  }
  /** Draws soon, once for all changes of this moment. */
  plan() {
    if (this.#planned) return;
    this.#planned = true;
    // Not an animation frame: browsers stop those while the page is hidden, but unread marks must change then too.
    setTimeout(() => {
      this.#planned = false;
      this.#draw();
    });
  }
  typing(/** @type {boolean} */ on) {
    clearTimeout(this.#typing);
    this.dots.hidden = !on;
    if (on) this.#typing = setTimeout(() => this.typing(false), TYPING_MS);
    if (this.#atEnd) this.toEnd();
  }
  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.#atEnd = true;
    this.newest.hidden = true;
  }
  /** @returns {Message[]} oldest first */
  get stored() {
    const turn = (/** @type {Message} */ { id }) => this.#turns.get(id) ?? 0;
    return [...this.messages.values()].sort((one, other) => one.at - other.at || turn(one) - turn(other));
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (this.#atEnd) this.newest.hidden = true;
    if (scrollTop < NEAR_START_PX && this.hasMore) this.#more();
  }
  async #more() {
    if (this.#loading) return;
    this.#loading = true;
    this.log.setAttribute("aria-busy", "true");
    const fromEnd = this.log.scrollHeight - this.log.scrollTop;
    await this.onOlder().catch(() => {});
    this.#draw();
    this.log.scrollTop = this.log.scrollHeight - fromEnd;
    this.log.removeAttribute("aria-busy");
    this.#loading = false;
  }

  #draw() {
    const { log, list, tools } = this;
    /** @type {Entry[]} */
    const entries = [...this.stored, ...this.drafts.map(asEntry)];
    const last = entries.at(-1);
    const isNew = last !== undefined && !this.#nodes.has(last.key ?? last.id);
    /** @type {HTMLElement[]} */
    const rows = [];
    const alive = new Set();
    let day = "";
    /** @type {Entry | undefined} */
    let before;
    for (const entry of entries) {
      const today = new Date(entry.at).toDateString();
      if (today !== day) {
        rows.push(this.#node(`day ${today}`, alive, () => el("p", { class: "day" }, tools.words.day(entry.at))));
      }
      const follows = today === day && before?.mine === entry.mine && entry.at - before.at < GROUP_MS;
      day = today;
      before = entry;
      const row = this.#node(entry.key ?? entry.id, alive, () => el("div"));
      row.className = `row ${entry.mine ? "mine" : "theirs"}${follows ? "" : " first"}`;
      fill(row, entry, tools);
      rows.push(row);
    }
    for (const [name, node] of this.#nodes) {
      if (alive.has(name)) continue;
      node.remove();
      this.#nodes.delete(name);
    }
    for (const [place, row] of rows.entries()) {
      if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
    }
    this.older.hidden = !this.hasMore;
    this.welcome.hidden = this.hasMore;
    if (isNew && !last.mine) this.typing(false);
    if (this.#atEnd || (isNew && last.mine)) this.toEnd();
    else if (isNew) this.newest.hidden = false;
    log.dispatchEvent(new Event("drawn"));
  }
  /** @param {string} name @param {Set<string>} alive @param {() => HTMLElement} make */
  #node(name, alive, make) {
    const node = this.#nodes.get(name) ?? make();
    this.#nodes.set(name, node);
    alive.add(name);
    return node;
  }
}

/** The media a message keeps when the server tells of it without any: none once it is deleted. @param {Message} message @param {Message} [before] */
function keptMedia(message, before) {
  return message.deleted ? undefined : before?.media;
}
/** The kind of a file that is not stored yet. @param {File} file */
function kindOf(file) {
  const [, kind = "document"] = /^(image|audio|video)\//.exec(file.type) ?? [];
  return file.type === "image/svg+xml" ? "document" : kind;
}
/** A draft as it stands in the conversation. @param {Draft} draft @returns {Entry} */
export function asEntry(draft) {
  const { key, text, at, file } = draft;
  const media = file &&
    { kind: kindOf(file), url: `local:${key}`, mimeType: file.type, fileName: file.name, bytes: file.size };
  return { id: key, key, mine: true, text, at, ack: 0, deleted: false, edited: false, media, draft };
}
