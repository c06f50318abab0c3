// Letters: nothing smaller than 12 px at their usual size, and nothing that breaks when they or the whole page grow.
import type { Page } from "playwright-core";

/** Words on screen that are smaller than 12 px. Words of a drawing are part of it. */
export async function smallLetters(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const small = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement!;
      const said = text.textContent!.trim();
      if (!said || parent.closest("svg, script, style") || !parent.checkVisibility({ visibilityProperty: true })) {
        continue;
      }
      const size = parseFloat(getComputedStyle(parent).fontSize);
      // Words of no size at all are a name for who does not see the icon.
      if (size > 0 && size < 12) small.add(`"${said.slice(0, 30)}" ${size}px`);
    }
    return [...small];
  });
}

/**
 * What does not fit: the page rolls sideways, a control lies outside it, or words stand out of the box that is drawn around them.
 * What is meant to roll sideways by itself may be as wide as it wants.
 */
export async function broken(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found = new Set<string>();
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} "${
        (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)
      }"`;
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      found.add(`the page is ${root.scrollWidth} of ${root.clientWidth} px wide`);
    }
    const rolls = (element: Element): boolean => {
      for (let at: Element | null = element.parentElement; at; at = at.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) {
          return true;
        }
      }
      return false;
    };
    /** Words that end in dots, or are for who does not see the icon, may be longer than their place. */
    const cut = (from: Element, within: Element): boolean => {
      for (let at: Element | null = from; at && within.contains(at); at = at.parentElement) {
        const { overflowX, fontSize } = getComputedStyle(at);
        if (overflowX !== "visible" || parseFloat(fontSize) === 0 || at instanceof SVGElement) return true;
      }
      return false;
    };
    const controls =
      'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, [role="tab"], [role="switch"]';
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || rolls(element)) continue;
      if (box.left < -1 || box.right > root.clientWidth + 1) found.add(`${name(element)} lies outside`);
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent!.trim() || cut(text.parentElement!, element)) continue;
        const words = document.createRange();
        words.selectNodeContents(text);
        const { left, right, width } = words.getBoundingClientRect();
        if (width > 1 && (right > box.right + 2 || left < box.left - 2)) found.add(`${name(element)} is too narrow`);
      }
    }
    return [...found];
  });
}
