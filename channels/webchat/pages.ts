// The visitor's side, below /chat/{key}: the page, its parts, and the calls of its script.
import type { PageHost, Pages } from "../sdk/mod.ts";
import { refusal, refuse, Refused } from "./answers.ts";
import { asset, embedScript, gonePage, page, texts } from "./html.ts";
import { KEY } from "./manifest.ts";
import * as visits from "./visits.ts";

const routes: Record<string, (visit: visits.Visit) => Promise<Response>> = {
  "POST session": visits.session,
  "GET messages": visits.history,
  "POST messages": visits.write,
  "POST files": visits.sendFile,
  "POST seen": visits.seen,
  "POST typing": visits.typing,
  "GET events": visits.events,
};
const PATH = /^\/chat\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return refuse("ERR_NO_MEDIA_FOUND");
  }
}

async function answer(request: Request, find: (key: string) => Promise<PageHost | null>, address: string) {
  const { pathname } = new URL(request.url);
  const { method } = request;
  const reads = method === "GET" || method === "HEAD";
  if (pathname === "/chat.js" && reads) return await embedScript(request);
  const [, key = "", what = "", name] = PATH.exec(pathname) ?? [];
  const host = KEY.test(key) ? await find(key) : null;
  if (!host) return what === "" && reads ? await gonePage(request) : refuse("ERR_NO_WAPP_FOUND");
  const path = `/chat/${key}`;
  if (reads && what === "") return await page(host, path);
  if (reads && what === "texts" && name) return await texts(request, name);
  if (method === "GET" && what === "media" && name) {
    return await visits.media({ request, host, path, address }, decoded(name));
  }
  if (name !== undefined) return refuse("ERR_NO_ROUTE_FOUND");
  const route = routes[`${method} ${what}`];
  if (route) return await route({ request, host, path, address });
  return reads ? await asset(request, what) : refuse("ERR_NO_ROUTE_FOUND");
}

export const pages: Pages = {
  paths: ["/chat", "/chat.js"],
  async handle(request, find, remoteAddress) {
    try {
      return await answer(request, find, remoteAddress);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await request.body?.cancel().catch(() => {});
      return refusal(error);
    }
  },
};
