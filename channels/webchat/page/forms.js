// @ts-check
// Where a visitor writes: the composer, and the question for their name.
import { el, icon } from "./dom.js";
/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./words.js").Words} Words */

const MAX_TEXT = 4096;
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const TYPING_MS = 4_000;

/**
 * @param {{ words: Words, draft: { get: () => string, set: (text: string) => void }, onText: (text: string) => void,
 *   onFile: (file: File, failed?: string) => void, onTyping: (on: boolean) => void }} options
 */
export function composer({ words, draft, onText, onFile, onTyping }) {
  const field = el("textarea", {
    rows: "1",
    placeholder: words.say("placeholder"),
    "aria-label": words.say("placeholder"),
    "aria-describedby": "too-long",
    dir: "auto",
    enterkeyhint: "send",
  });
  const picker = el("input", { type: "file", multiple: true, hidden: true, tabindex: "-1", "aria-hidden": "true" });
  const attach = el("button", { type: "button", class: "quiet", "aria-label": words.say("attach") }, icon("attach"));
  const send = el("button", { type: "submit", class: "round send", "aria-label": words.say("send") }, icon("send"));
  const trouble = el("p", { id: "too-long", class: "long", role: "status" });
  const form = el("form", { class: "composer" }, picker, attach, field, send, trouble);

  const take = (/** @type {Iterable<File>} */ files) => {
    for (const file of files) if (file.size) onFile(file, file.size > MAX_FILE_BYTES ? "tooLarge" : undefined);
  };
  const grow = () => {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
    const over = field.value.trim().length - MAX_TEXT;
    form.classList.toggle("ready", field.value.trim() !== "" && over <= 0);
    // All of it stays: nobody notices an end that is cut off.
    const said = over > 0 ? words.say("overLong", { max: words.number(MAX_TEXT), over: words.number(over) }) : "";
    if (trouble.textContent !== said) trouble.textContent = said;
  };
  let typedAt = 0;
  field.value = draft.get();
  field.addEventListener("input", () => {
    grow();
    draft.set(field.value);
    if (!field.value || Date.now() - typedAt < TYPING_MS) return;
    typedAt = Date.now();
    onTyping(true);
  });
  field.addEventListener("keydown", (event) => {
    // On a phone Enter makes a new line, as in other apps there.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !matchMedia("(pointer: fine)").matches) return;
    event.preventDefault();
    form.requestSubmit();
  });
  field.addEventListener("paste", (event) => {
    const files = [...event.clipboardData?.files ?? []];
    if (!files.length) return;
    event.preventDefault();
    take(files);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text.length > MAX_TEXT) return field.focus();
    // Half a character, pasted so, could not be stored.
    if (text) onText(text.toWellFormed?.() ?? text);
    if (text && typedAt) onTyping(false);
    typedAt = 0;
    field.value = "";
    draft.set("");
    grow();
    field.focus();
  });
  attach.addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    take([...picker.files ?? []]);
    picker.value = "";
    field.focus();
  });
  drops(words, take);
  queueMicrotask(grow);
  return form;
}

/** Files dropped anywhere on the page. @param {Words} words @param {(files: Iterable<File>) => void} take */
function drops(words, take) {
  const veil = el("div", { class: "veil", "aria-hidden": "true" }, el("p", {}, words.say("drop")));
  veil.hidden = true;
  document.body.append(veil);
  const has = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!has(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) veil.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    if (!has(event)) return;
    event.preventDefault();
    veil.hidden = true;
    take(event.dataTransfer?.files ?? []);
  });
}

/** Asks once for a name; a visitor who does not answer is not asked again. @param {Api} api @param {Words} words */
export function nameCard(api, words) {
  const field = el("input", {
    name: "name",
    maxlength: "80",
    autocomplete: "given-name",
    placeholder: words.say("nameOptional"),
    "aria-label": words.say("nameAsk"),
  });
  const form = el(
    "form",
    { class: "name" },
    el("p", {}, words.say("nameAsk")),
    el("div", {}, field, el("button", { type: "submit" }, words.say("nameSave"))),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return field.focus();
    const met = await api.meet(name).catch(() => null);
    if (!met) return;
    form.dataset.thanked = "";
    form.replaceChildren(el("p", { role: "status" }, words.say("nameThanks", { name })));
    document.querySelector("textarea")?.focus();
  });
  return form;
}
