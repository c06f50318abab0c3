/// <reference lib="webworker" />
// What other apps share: a form posted to /share. It never reaches the server; the screen /share asks for whom it is.
import { keepShared, sharedText, sortFiles } from "../core/store/shared.ts";

declare const self: ServiceWorkerGlobalScope;
const PATH = "/share";

async function takeShare(request: Request): Promise<Response> {
  let kept = false;
  try {
    const form = await request.formData();
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : null;
    };
    const files = sortFiles(form.getAll("files").filter((value): value is File => value instanceof File));
    kept = await keepShared({
      id: crypto.randomUUID(),
      text: sharedText([text("title"), text("text"), text("url")]),
      files: files.kept,
      left: files.left,
      at: Date.now(),
    });
  } catch { /* a form that cannot be read is told below */ }
  return Response.redirect(kept ? PATH : `${PATH}?lost=1`, 303);
}

/** Takes what is shared with the app. */
export function receiveShared(): void {
  self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "POST" && new URL(url).pathname === PATH) event.respondWith(takeShare(event.request));
  });
}
