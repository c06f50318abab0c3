// @ts-check
// One message as a bubble: text or file, time and ticks. Files keep their place before they are there.
import { el, icon } from "./dom.js";
import { rich } from "./words.js";
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./api.js").Message} Message */
/** @typedef {import("./outbox.js").Draft} Draft */
/** @typedef {NonNullable<Message["media"]>} Media */
/**
 * A message or one that is not stored yet (`draft`).
 * @typedef {{ id: string, mine: boolean, text: string, at: number, ack: number, deleted: boolean, edited: boolean, media?: Media,
 *   draft?: Draft, key?: string }} Entry
 */
/** @typedef {{ words: Words, files: Files, onRetry: (draft: Draft) => void, onDiscard: (draft: Draft) => void }} Tools */

/** Files of the conversation as addresses inside this page. */
export class Files {
  /** @type {Map<string, Promise<string>>} */
  #made = new Map();
  constructor(/** @type {(url: string) => Promise<Blob>} */ read) {
    this.read = read;
  }
  /** @param {string} url */
  open(url) {
    const made = this.#made.get(url) ?? this.read(url).then((blob) => URL.createObjectURL(blob));
    this.#made.set(url, made);
    made.catch(() => this.#made.delete(url));
    return made;
  }
  /** Keeps a file this page sent, so that the page need not download it. @param {string} url @param {Blob} blob */
  know(url, blob) {
    if (!this.#made.has(url)) this.#made.set(url, Promise.resolve(URL.createObjectURL(blob)));
  }
  /** @param {string} from @param {string} to */
  alias(from, to) {
    const made = this.#made.get(from);
    if (made) this.#made.set(to, made);
  }
}

/** Makes the bubble or brings it up to date; leaves unchanged parts alone. @param {HTMLElement} node @param {Entry} entry @param {Tools} tools */
export function fill(node, entry, tools) {
  const { words } = tools;
  const said = JSON.stringify([entry.text, entry.deleted, entry.media?.url, entry.draft?.failed]);
  if (node.dataset.said !== said) {
    node.dataset.said = said;
    node.replaceChildren(el("div", { class: "bubble" }, ...contentOf(entry, tools), foot()), ...trouble(entry, tools));
  }
  const bar = node.querySelector("progress");
  if (entry.draft && bar) bar.value = entry.draft.part ?? 0;
  else bar?.remove();
  const end = node.querySelector(".foot");
  const told = JSON.stringify([entry.at, entry.ack, entry.edited, entry.draft !== undefined]);
  if (!(end instanceof HTMLElement) || end.dataset.told === told) return;
  end.dataset.told = told;
  end.replaceChildren(
    entry.edited && !entry.deleted ? el("span", {}, words.say("edited")) : "",
    entry.at ? el("time", { datetime: new Date(entry.at).toISOString() }, words.time(entry.at)) : "",
    entry.mine ? tick(entry, words) : "",
  );
}
const foot = () => el("span", { class: "foot" });

/** @param {Entry} entry @param {Words} words */
function tick({ ack, draft }, words) {
  if (draft?.failed) return icon("alert", words.say("failed"));
  if (draft) return icon("clock", words.say("waiting"));
  return ack >= 3 ? icon("ticks", words.say("read")) : icon("tick", words.say("stored"));
}
/** @param {Entry} entry @param {Tools} tools */
function trouble({ draft }, { words, onRetry, onDiscard }) {
  if (!draft?.failed) return [];
  const final = draft.failed === "tooLarge" || draft.failed === "refused";
  return [el(
    "p",
    { class: "trouble" },
    words.say(draft.failed),
    final ? null : el("button", { type: "button", onclick: () => onRetry(draft) }, words.say("retry")),
    el("button", { type: "button", onclick: () => onDiscard(draft) }, words.say("discard")),
  )];
}

/** @param {Entry} entry @param {Tools} tools */
function contentOf(entry, tools) {
  if (entry.deleted) return [el("p", { class: "text gone" }, tools.words.say("deleted"))];
  const parts = [];
  if (entry.media) parts.push(fileOf(entry.media, tools));
  if (entry.draft?.file && !entry.draft.failed) parts.push(el("progress", { max: "1" }));
  if (entry.text) parts.push(el("p", { class: "text", dir: "auto" }, rich(entry.text)));
  return parts;
}

/** @param {Media} media @param {Tools} tools */
function fileOf(media, tools) {
  if (media.kind === "image" || media.kind === "sticker") return picture(media, tools);
  if (media.kind === "video" || media.kind === "audio" || media.kind === "voice") return player(media, tools);
  return download(media, tools);
}

/** @param {Media} media @param {Tools} tools */
function picture({ url, fileName }, { words, files }) {
  const box = el("button", { type: "button", class: "picture", "aria-label": words.say("open") }, icon("image"));
  const show = () =>
    files.open(url).then((address) => {
      const image = el("img", { src: address, alt: fileName });
      image.addEventListener("error", () => image.remove(), { once: true });
      box.replaceChildren(image);
      box.onclick = () => enlarge(address, fileName, words);
    }, () => {
      box.replaceChildren(icon("alert"), el("span", {}, words.say("unavailable")));
      box.onclick = show;
    });
  show();
  return box;
}

/** @param {string} address @param {string} name @param {Words} words */
function enlarge(address, name, words) {
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    {
      class: "large",
      "aria-label": name,
      onclick: () => dialog.close(),
      onclose: () => dialog.remove(),
    },
    el("img", { src: address, alt: name }),
    el("button", { type: "button", class: "round", "aria-label": words.say("close") }, icon("close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Audio and video load only when somebody plays them. @param {Media} media @param {Tools} tools */
function player({ url, kind, bytes }, { words, files }) {
  const name = words.say(kind === "video" ? "video" : "audio");
  const box = el("div", { class: `player ${kind}` });
  const start = el("button", { type: "button", class: "file", title: words.say("play") });
  start.append(el("span", { class: "sign" }, icon("play")), lines(name, words.size(bytes)));
  start.onclick = async () => {
    start.disabled = true;
    const address = await files.open(url).catch(() => null);
    start.disabled = false;
    if (!address) return start.replaceChildren(icon("alert"), words.say("unavailable"));
    const media = el(kind === "video" ? "video" : "audio", { controls: true, src: address, "aria-label": name });
    box.replaceChildren(media);
    media.focus();
    await media.play().catch(() => {});
  };
  box.append(start);
  return box;
}

/** @param {Media} media @param {Tools} tools */
function download({ url, fileName, bytes }, { words, files }) {
  const about = lines(fileName, words.size(bytes));
  const button = el("button", {
    type: "button",
    class: "file",
    title: words.say("download", { name: fileName }),
  });
  button.append(el("span", { class: "sign" }, icon("file")), about);
  button.onclick = async () => {
    const address = await files.open(url).catch(() => null);
    about.lastElementChild?.replaceChildren(address ? words.size(bytes) : words.say("unavailable"));
    if (address) el("a", { href: address, download: fileName }).click();
  };
  return button;
}
/** @param {string} first @param {string} second */
function lines(first, second) {
  return el("span", { class: "about" }, el("b", { dir: "auto" }, first), el("small", {}, second));
}
