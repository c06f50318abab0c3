// @ts-check
// Makes elements without markup: a person's words go in as text and cannot become code.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | ((event: Event) => unknown) | undefined>} [props] `on…` are listeners
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (typeof value === "string") node.setAttribute(name, value);
  }
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/** Outlines on a 24 grid. */
const shapes = {
  send: ["M5 12h13", "m12.5 6 6 6-6 6"],
  attach: ["m20 11.5-8.2 8.2a5.3 5.3 0 0 1-7.5-7.5l8.5-8.5a3.5 3.5 0 0 1 5 5L9.4 17a1.8 1.8 0 0 1-2.5-2.5l7.8-7.8"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  down: ["m6 10 6 6 6-6"],
  file: ["M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5z", "M13.5 3v5.5H19"],
  play: ["M8 5.5v13l11-6.5z"],
  image: ["M4 5h16v14H4z", "m4 16 5-5 4 4 2-2 5 5", "M15.5 9.5h.01"],
  clock: ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 8v4.5l3 1.5"],
  tick: ["m5 12.5 4.5 4.5L19 7.5"],
  ticks: ["m2 12.5 4.5 4.5L16 7.5", "m11.5 16 1 1L22 7.5"],
  alert: ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 8v5", "M12 16h.01"],
};

/**
 * @param {keyof typeof shapes} name
 * @param {string} [label] what it says where it stands alone
 */
export function icon(name, label) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else svg.setAttribute("aria-hidden", "true");
  for (const shape of shapes[name]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", shape);
    svg.append(path);
  }
  return svg;
}

/** The first element that fits; it is part of the page we made, so it is there. */
export function find(/** @type {string} */ selector, /** @type {ParentNode} */ within = document) {
  const node = within.querySelector(selector);
  if (!(node instanceof HTMLElement)) throw new Error(`No ${selector}.`);
  return node;
}
