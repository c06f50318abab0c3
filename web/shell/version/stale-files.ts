// A file of the app that cannot be loaded. Mostly a newer version was put in place long ago: one reload brings it. What is half
// written decides when; if the reload did not help, the screen says so.
import { saveBoxes } from "../../core/drafts.ts";
import { savePlaces } from "../../core/page/place.ts";
import { heldBy } from "../../core/page/unsaved.ts";

const RELOADED = "recado.reloaded";
/** A second failure within that time is no old version. */
const AGAIN_MS = 60_000;

/** Thrown where a reload is of no use, or would cost somebody something: the screen explains. */
export class MissingFile extends Error {
  override name = "MissingFile";
}

/** A page that no worker serves comes from the server: without it the reload would show the browser's own error. */
const comesBack = async (): Promise<boolean> =>
  Boolean(navigator.serviceWorker?.controller) ||
  await fetch("/healthz", { cache: "no-store" }).then(({ ok }) => ok, () => false);

/** Reloads once and never resolves, or throws what the screen shows. */
export async function reloadOnce(cause: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!navigator.onLine || Date.now() - last < AGAIN_MS || heldBy().length > 0) {
    throw new MissingFile("a file of the app is missing", { cause });
  }
  if (!await comesBack()) throw new MissingFile("the server cannot be reached", { cause });
  sessionStorage.setItem(RELOADED, String(Date.now()));
  saveBoxes();
  savePlaces();
  location.reload();
  return await new Promise<never>(() => {});
}

/** Files that screens load by the way: a dialog, a language, a picture viewer. */
export function watchFiles(): void {
  addEventListener("vite:preloadError", (event) => {
    void reloadOnce((event as Event & { payload: unknown }).payload).catch(() => undefined);
  });
}
