// @ts-check
// <script src="https://…/chat.js" data-key="…" async></script>: a button in the corner that opens the conversation in a frame.
// Optional: data-color="#3457d5", data-side="left", data-label="Chat". Leaves nothing behind in the site's own names or styles.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { key = "", color = "#3457d5", side = "right", label = labelOf() } = script.dataset;
  if (!/^[A-Za-z0-9_-]{4,64}$/.test(key)) return;
  const { origin } = new URL(script.src);
  const mark = `recado-chat:${key}`;

  function labelOf() {
    const words =
      /** @type {Record<string, string>} */ ({ pt: "Conversar", en: "Chat", es: "Conversar", tr: "Sohbet" });
    return words[navigator.language.slice(0, 2)] ?? "Conversar";
  }
  const fill = /^#[0-9a-f]{6}$/i.test(color) ? color : "#3457d5";
  const light = [1, 3, 5].reduce((sum, at, place) => {
    const value = parseInt(fill.slice(at, at + 2), 16) / 255;
    const weight = [0.2126, 0.7152, 0.0722][place] ?? 0;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
  const edge = side === "left" ? "left" : "right";

  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { all: initial; }
    button { position: fixed; ${edge}: max(20px, env(safe-area-inset-${edge})); bottom: max(20px, env(safe-area-inset-bottom));
      z-index: 2147483000; width: 56px; height: 56px; padding: 0; border: 0; border-radius: 50%; background: ${fill};
      color: ${light > 0.183 ? "#10141a" : "#fff"}; cursor: pointer; display: grid; place-items: center;
      box-shadow: 0 1px 2px rgb(16 24 40 / 12%), 0 8px 24px rgb(16 24 40 / 22%); }
    button:focus-visible { outline: 3px solid ${fill}; outline-offset: 3px; }
    svg { width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
    .dot { position: absolute; top: 0; ${edge}: 0; min-width: 20px; height: 20px; padding: 0 5px; box-sizing: border-box;
      border-radius: 10px; border: 2px solid #fff; background: #c22f26; color: #fff; font: 600 11px/16px system-ui, sans-serif; }
    [hidden] { display: none; }
    iframe { position: fixed; ${edge}: max(20px, env(safe-area-inset-${edge})); bottom: 88px; z-index: 2147483000;
      width: 380px; height: min(600px, calc(100dvh - 108px)); border: 0; border-radius: 16px; background: Canvas;
      box-shadow: 0 0 0 1px rgb(16 24 40 / 8%), 0 12px 40px rgb(16 24 40 / 24%); color-scheme: light dark; }
    iframe:not(.open) { visibility: hidden; pointer-events: none; }
    @media (max-width: 479px), (max-height: 479px) {
      iframe { inset: 0; width: 100%; height: 100dvh; border-radius: 0; }
      .open ~ button { display: none; }
    }`);
  root.adoptedStyleSheets = [sheet];

  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const bubble =
    "M5 4h14a2.5 2.5 0 0 1 2.5 2.5v8A2.5 2.5 0 0 1 19 17h-6.5l-5 4v-4H5a2.5 2.5 0 0 1-2.5-2.5v-8A2.5 2.5 0 0 1 5 4z";
  const cross = "M6 6l12 12M18 6 6 18";
  path.setAttribute("d", bubble);
  svg.append(path);
  const dot = document.createElement("span");
  dot.className = "dot";
  dot.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", label);
  button.append(svg, dot);
  root.append(button);

  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  let open = false;
  let listening = false;
  const tell = () => listening && frame?.contentWindow?.postMessage({ recado: "chat", open }, origin);
  function load() {
    if (frame) return;
    frame = document.createElement("iframe");
    frame.title = label;
    frame.allow = "clipboard-write";
    frame.src = `${origin}/chat/${key}?embed=1&origin=${encodeURIComponent(location.origin)}`;
    frame.inert = true;
    root.prepend(frame);
  }
  function show(/** @type {boolean} */ wanted) {
    load();
    open = wanted;
    if (!frame) return;
    frame.classList.toggle("open", open);
    frame.inert = !open;
    button.setAttribute("aria-expanded", String(open));
    path.setAttribute("d", open ? cross : bubble);
    tell();
    if (open) frame.focus();
    else button.focus();
    try {
      localStorage.setItem(mark, "1");
    } catch { /* a site without storage asks again each time */ }
  }
  button.addEventListener("click", () => show(!open));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) show(false);
  });
  addEventListener("message", (event) => {
    if (event.origin !== origin || !frame || event.source !== frame.contentWindow || event.data?.recado !== "chat") {
      return;
    }
    const { ready, close, unread } = event.data;
    if (ready === true) {
      listening = true;
      tell();
    }
    if (close === true && open) show(false);
    if (!Number.isSafeInteger(unread)) return;
    dot.hidden = !unread || open;
    dot.textContent = unread > 9 ? "9+" : String(unread);
    button.setAttribute("aria-label", unread && !open ? `${label} (${unread})` : label);
  });

  const mount = () => {
    document.body.append(host);
    // The frame loads at once for a visitor who wrote before, to show an answer; for others it loads when they open it.
    let known = null;
    try {
      known = localStorage.getItem(mark);
    } catch { /* as above */ }
    if (known) setTimeout(load, 1_500);
  };
  if (document.body) mount();
  else addEventListener("DOMContentLoaded", mount, { once: true });
})();
