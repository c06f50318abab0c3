// A file of the app that cannot be loaded. Mostly the server has had a newer version for long, and one reload brings it. The reload
// waits for unsaved work; if it did not help, the screen says so.
import { saveBoxes } from "../drafts.ts";
import { savePlaces } from "../page/place.ts";
import { heldBy } from "../page/unsaved.ts";

const RELOADED = "recado.reloaded";
/** A second failure within that time is no old version. */
const AGAIN_MS = 60_000;

/** Thrown where a reload does not help or would lose unsaved work: the screen explains. */
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

/** Loads a file that a screen needs later: a dialog, a language, a picture viewer. */
export function watchFiles(): void {
  addEventListener("vite:preloadError", (event) => {
    void reloadOnce((event as Event & { payload: unknown }).payload).catch(() => undefined);
  });
}
