// What a finger could miss: everything that can be pressed and is smaller than 44 px, counting what reacts and not what shows.
import type { Page } from "playwright-core";

/** One line for each control on screen that is too small. Links within a text may be as high as its line (WCAG 2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const WANTED = 44;
    const selector =
      'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, summary, [role="button"], [role="tab"], [role^="menuitem"], [role="option"], [role="switch"], [role="checkbox"]';
    const reacts = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      if (!hit) return true;
      if (element.contains(hit)) return true;
      const label = (element as HTMLInputElement).labels?.[0];
      return label?.contains(hit) === true ||
        element.parentElement?.closest("label, a, button")?.contains(hit) === true;
    };
    const small: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      // A field with its words around it is pressed anywhere in them.
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const seen = element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
      if (!seen || x < 0 || y < 0 || x > innerWidth || y > innerHeight || !reacts(element, x, y)) continue;
      if (getComputedStyle(element).display === "inline" || (element as HTMLButtonElement).disabled) continue;
      const half = WANTED / 2 - 1;
      const wide = box.width >= WANTED || (reacts(element, x - half, y) && reacts(element, x + half, y));
      const high = box.height >= WANTED || (reacts(element, x, y - half) && reacts(element, x, y + half));
      if (wide && high) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      small.push(
        `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(box.width)}×${Math.round(box.height)}`,
      );
    }
    return [...new Set(small)];
  });
}

/** Fields whose letters are so small that an iPhone enlarges the page. */
export async function zoomingFields(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(
      "input:not([type=range], [type=checkbox], [type=radio], [type=file]), select, textarea",
    )]
      .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) =>
        `${field.tagName.toLowerCase()} "${field.getAttribute("aria-label") ?? field.getAttribute("name")}"`
      )
  );
}
