// Watches a page for what hostile texts want: a script that runs, a rule of the content policy that was broken, an element or an
// address that was not ours. Beside that it keeps what was read on the page, so that a text that vanished is seen too.
import type { BrowserContext, Page } from "playwright-core";
import { Watch } from "../people.ts";

/** Runs in the page before anything of ours. */
function inPage(): void {
  const host = globalThis as unknown as { seen: Set<string>; told(what: string): void };
  host.seen = new Set();
  const forbidden =
    /^(script|iframe|frame|frameset|object|embed|applet|base|meta|marquee|math|foreignobject|animate|set|template|style|keygen|isindex|xss|x)$/;
  const address = /^(href|src|xlink:href|action|formaction|data|srcdoc|poster|background)$/;
  const told = (what: string) => host.told(what.slice(0, 300));
  const look = (element: Element) => {
    const name = element.localName.toLowerCase();
    const own = name === "script" &&
      new URL((element as HTMLScriptElement).src, location.href).origin === location.origin;
    // Where a scheme's colour is kept, and what the build's own preloads need.
    const ours = own || (name === "meta" && !element.hasAttribute("http-equiv"));
    if (forbidden.test(name) && !ours) told(`element: ${element.outerHTML}`);
    for (const { name: of, value } of element.attributes) {
      if (/^on/i.test(of)) told(`handler: ${element.outerHTML}`);
      if (!address.test(of)) continue;
      const link = ["a", "area"].includes(name);
      const scheme = URL.canParse(value, location.href) ? new URL(value, location.href).protocol : "none:";
      if (!(link ? /^(https?|mailto|tel):$/ : /^(https?|blob|data):$/).test(scheme)) {
        told(`address: ${name} ${of}=${value}`);
      }
    }
  };
  const take = (node: Node) => {
    host.seen.add(node.textContent ?? "");
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll("*")]) {
      look(element);
      if (element.textContent) host.seen.add(element.textContent);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") look(target as Element);
      else if (type === "characterData") host.seen.add(target.textContent ?? "");
      else addedNodes.forEach(take);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener(
    "securitypolicyviolation",
    (event) => {
      const { violatedDirective, blockedURI, sample } = event as unknown as Record<string, string>;
      told(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
    },
  );
}

export interface HostileWatch {
  /** Everything that went wrong on any page of the window. */
  trouble: string[];
  /** Follows one more page. */
  follow(page: Page, base: string): void;
}

/** Watches every page of a window; call it before one is opened. */
export async function watchHostile(context: BrowserContext): Promise<HostileWatch> {
  const trouble: string[] = [];
  const lists: string[][] = [trouble];
  await context.exposeBinding("ran", ({ page }) => void trouble.push(`a script ran on ${page.url()}`));
  await context.exposeBinding("told", (_, what: string) => void trouble.push(what));
  await context.addInitScript(inPage);
  return {
    get trouble() {
      return lists.flat();
    },
    follow(page, base) {
      lists.push(new Watch(page, base).trouble);
      page.on("dialog", (dialog) => {
        trouble.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("popup", (popup) => trouble.push(`opened ${popup.url()}`));
    },
  };
}

/** Those of the texts that were not read on the page since the last look; marks, blanks and what has no shape do not count. */
export async function unread(page: Page, texts: readonly string[]): Promise<string[]> {
  return await page.evaluate((texts) => {
    const host = globalThis as unknown as { seen: Set<string> };
    const bare = (text: string) => text.replace(/[*_~`\s\p{Cc}\p{Cf}]/gu, "");
    const seen = [...host.seen, document.body.textContent ?? ""].map(bare);
    return texts.filter((text) => !seen.some((one) => one.includes(bare(text))));
  }, texts as string[]);
}
