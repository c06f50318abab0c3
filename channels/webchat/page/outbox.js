// @ts-check
// Messages the server has not stored yet: sent in order, one at a time, with the same key until the server takes them. Texts
// survive a reload; files last as long as the page.
import { Failure, storage } from "./api.js";
/** @typedef {import("./api.js").Api} Api */
/** @typedef {{ key: string, text: string, at: number, file?: File, part?: number, failed?: string }} Draft */

const LONGEST_WAIT_MS = 30_000;
/** The reason why a draft can never be sent, as a key of the page's words. */
const reasons = /** @type {Record<number, string>} */ ({ 413: "tooLarge", 415: "refused" });

/** A random id; randomUUID is missing where the page came without TLS. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] ?? 0) & 15 | 64;
  bytes[8] = (bytes[8] ?? 0) & 63 | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export class Outbox {
  #running = false;
  #tries = 0;
  /** @type {(() => void) | null} */
  #wake = null;
  /** @type {Draft[]} */
  drafts;

  /** @param {Api} api @param {{ onChange: () => void, onSent: (draft: Draft, id: string, at: number) => void }} told */
  constructor(api, told) {
    this.api = api;
    this.told = told;
    this.box = `${api.box}:unsent`;
    this.drafts = this.#read();
    /** Keys this tab has held: other drafts in the storage belong to another tab and stay. */
    this.held = new Set(this.drafts.map((draft) => draft.key));
    const wake = () => {
      this.#tries = 0;
      this.#wake?.();
    };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  }
  /** @returns {Draft[]} */
  #read() {
    try {
      const kept = JSON.parse(storage.get(this.box) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }
  #keep() {
    const others = this.#read().filter((draft) => !this.held.has(draft.key));
    const texts = this.drafts.filter((draft) => !draft.file)
      .map(({ key, text, at, failed }) => ({ key, text, at, failed }));
    storage.set(this.box, JSON.stringify([...others, ...texts]));
    this.told.onChange();
  }

  /** @param {{ text?: string, file?: File, failed?: string }} said */
  add({ text = "", file, failed }) {
    const key = newKey();
    this.held.add(key);
    this.drafts.push({ key, text, at: Date.now(), file, failed });
    this.#keep();
    this.run();
  }
  /** @param {Draft} draft */
  discard(draft) {
    this.drafts = this.drafts.filter((one) => one !== draft);
    this.#keep();
  }
  /** @param {Draft} draft */
  retry(draft) {
    draft.failed = undefined;
    this.#keep();
    this.run();
  }
  /** Drops a draft that the server has stored: the live stream may tell so before the answer. @param {string} key */
  settle(key) {
    const before = this.drafts.length;
    this.drafts = this.drafts.filter((draft) => draft.key !== key);
    if (this.drafts.length !== before) this.#keep();
  }

  async run() {
    if (this.#running) return this.#wake?.();
    this.#running = true;
    for (let draft = this.#next(); draft; draft = this.#next()) await this.#send(draft);
    this.#running = false;
  }
  #next() {
    return this.drafts.find((draft) => !draft.failed);
  }
  /** @param {Draft} draft */
  async #send(draft) {
    try {
      const { id, at } = draft.file
        ? await this.api.upload({ key: draft.key, file: draft.file }, (part) => {
          draft.part = part;
          this.told.onChange();
        })
        : await this.api.post("messages", { key: draft.key, text: draft.text });
      this.#tries = 0;
      this.drafts = this.drafts.filter((one) => one !== draft);
      this.told.onSent(draft, id, at);
      this.#keep();
    } catch (error) {
      const { status, wait } = error instanceof Failure ? error : new Failure(0);
      const comesBack = status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
      if (comesBack) return await this.#pause(wait);
      draft.failed = reasons[status] ?? "failed";
      this.#keep();
    }
  }
  /** Waits longer after each failure; the browser's "online" ends the wait. @param {number} asked seconds */
  #pause(asked) {
    const wait = asked ? asked * 1000 : Math.min(1_000 * 2 ** this.#tries++, LONGEST_WAIT_MS);
    return /** @type {Promise<void>} */ (new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#wake = asked ? null : () => {
        clearTimeout(timer);
        resolve();
      };
    }));
  }
}
