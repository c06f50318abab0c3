// A hidden frame with a page of its own: the product around it is not printed, and nothing of it is moved.
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** A browser that does not say when printing is over keeps the frame this long, ms. */
const KEPT_MS = 10 * 60_000;

async function styled(page: Document): Promise<void> {
  const link = page.createElement("link");
  link.rel = "stylesheet";
  link.href = "/print.css";
  const loaded = new Promise<void>((done, failed) => {
    link.onload = () => done();
    link.onerror = () => failed(new TypeError("print.css"));
  });
  page.head.append(link);
  await loaded;
}

/** Prints this content under this title, in the reader's language; the browser's dialog saves it as PDF too. */
export async function printInFrame(title: string, content: ReactNode, onGone: () => void): Promise<void> {
  const frame = document.createElement("iframe");
  frame.dataset.print = "";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.className = "pointer-events-none fixed top-0 left-0 h-px w-px opacity-0";
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) return frame.remove();
  page.documentElement.lang = document.documentElement.lang;
  page.title = title;
  const place = page.createElement("div");
  page.body.append(place);
  const root = createRoot(place);
  let gone = false;
  const end = () => {
    if (gone) return;
    gone = true;
    root.unmount();
    frame.remove();
    onGone();
  };
  try {
    await styled(page);
    flushSync(() => root.render(content));
    await Promise.all([...page.images].map((image) => image.decode().catch(() => undefined)));
  } catch (error) {
    end();
    throw error;
  }
  view.addEventListener("afterprint", () => setTimeout(end));
  setTimeout(end, KEPT_MS);
  view.focus();
  view.print();
}
