// Where the on-screen keyboard covers the page instead of shrinking it (Safari), the page is made as small as what is seen.

interface Seen {
  /** What the page believes to have, px. */
  page: number;
  /** What is seen of it, px, and how much it is enlarged by two fingers. */
  seen: number;
  scale: number;
}
/** Less than this is a bar of the browser, not a keyboard. */
const MIN_PX = 120;

/** How much the keyboard covers, px; 0 where it shrinks the page itself, or while the page is enlarged. */
export function covered({ page, seen, scale }: Seen): number {
  const hidden = Math.round(page - seen);
  return Math.abs(scale - 1) < 0.01 && hidden >= MIN_PX ? hidden : 0;
}

/** Keeps `--keyboard` (px) true for the style sheet. */
export function watchKeyboard(): void {
  const view = globalThis.visualViewport;
  if (!view) return;
  const root = document.documentElement;
  const measure = () => {
    const px = covered({ page: innerHeight, seen: view.height, scale: view.scale });
    if (px > 0) root.style.setProperty("--keyboard", `${px}px`);
    else root.style.removeProperty("--keyboard");
    // Safari pushes the page up to show the field; the page already ends above the keyboard.
    if (px > 0 && view.offsetTop > 0) scrollTo(0, 0);
  };
  view.addEventListener("resize", measure);
  view.addEventListener("scroll", measure);
}
