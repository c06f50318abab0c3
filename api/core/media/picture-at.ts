// A picture from outside, taken for one by its bytes only.
import { getLimited } from "../outside/limited.ts";
import { inspect } from "./media.ts";

const MAX_PICTURE = 1024 * 1024;

/** A picture by its content, not by what its server calls it: one that a browser shows, of at most 1 MB; null where there is none. */
export async function pictureAt(url: string, ask?: typeof fetch): Promise<Uint8Array | null> {
  const found = await getLimited(url, {
    types: /^image\/(png|jpeg|gif|webp|avif)/i,
    max: MAX_PICTURE,
    accept: "image/*",
    whole: true,
    ask,
  });
  if (!found) return null;
  const facts = await inspect(found.bytes, { fileName: "card" }).catch(() => null);
  return facts?.kind === "image" && facts.width && facts.height ? found.bytes : null;
}
