// @ts-check
// Inside another site's frame: tells the button how many messages are unread, and hears whether the frame is open. It exchanges
// messages only with the site that its address names.

/** @typedef {{ shown: () => boolean, unread: (count: number) => void, close: (() => void) | null }} Frame */

/** @param {{ onShown: () => void }} told @returns {Frame} */
export function frame({ onShown }) {
  const query = new URLSearchParams(location.search);
  const origin = query.get("origin") ?? "";
  if (query.get("embed") !== "1" || parent === window || !/^https?:\/\/[^/]+$/.test(origin)) {
    return { shown: () => true, unread: () => {}, close: null };
  }
  let open = false;
  const tell = (/** @type {object} */ what) => parent.postMessage({ recado: "chat", ...what }, origin);
  addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== origin || event.data?.recado !== "chat") return;
    if (typeof event.data.open !== "boolean") return;
    open = event.data.open;
    if (open) onShown();
  });
  const close = () => tell({ close: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) close();
  });
  document.documentElement.dataset.framed = "";
  tell({ ready: true });
  return { shown: () => open, unread: (count) => tell({ unread: count }), close };
}
