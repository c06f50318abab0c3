import type { KeyboardEvent } from "react";

/** Arrows move between messages, Enter opens a message's menu: one Tab stop for the whole conversation. */
export function moveInThread(e: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = e;
  if (!(target instanceof HTMLElement)) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>("[data-message]")];
  const here = target.dataset.message ? all.indexOf(target) : -1;
  if (target !== currentTarget && here < 0) return;
  const go = (element: HTMLElement | undefined) => {
    if (!element) return;
    e.preventDefault();
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  if (e.key === "ArrowUp") go(here < 0 ? all.at(-1) : all[here - 1]);
  else if (e.key === "ArrowDown" && here >= 0) go(all[here + 1]);
  else if (e.key === "Enter" && here >= 0) {
    const button = target.parentElement?.querySelector<HTMLElement>("[data-menu]");
    if (!button) return;
    e.preventDefault();
    button.click();
  }
}
