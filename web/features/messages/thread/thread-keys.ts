import type { KeyboardEvent } from "react";

/** Arrows move between messages, Enter opens a message's menu: one Tab stop for the whole conversation. */
export function moveInThread(e: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = e;
  if (!(target instanceof HTMLElement)) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>("[data-message]")];
  // The menu's button has the focus after its menu was closed; it stands for its message.
  const from = target.dataset.message || target.dataset.menu
    ? target.closest("[data-bubble]")?.querySelector<HTMLElement>("[data-message]")
    : null;
  const here = from ? all.indexOf(from) : -1;
  if (target !== currentTarget && here < 0) return;
  const go = (element: HTMLElement | undefined) => {
    if (!element) return;
    e.preventDefault();
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  if (e.key === "ArrowUp") go(here < 0 ? all.at(-1) : all[here - 1]);
  else if (e.key === "ArrowDown" && here >= 0) go(all[here + 1]);
  else if (e.key === "Enter" && target.dataset.message) {
    const button = target.closest("[data-bubble]")?.querySelector<HTMLElement>("[data-menu]");
    e.preventDefault();
    if (button) return button.click();
    // Without a pointer there is no button: the menu of a long press.
    const { left, bottom } = target.getBoundingClientRect();
    const place = { clientX: left, clientY: bottom };
    target.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, ...place }));
  }
}
