// Asks a page for what its card shows: few bytes, little time, never an inner address.
import { pictureAt } from "../../../core/media/picture-at.ts";
import { asStrangers, getLimited } from "../../../core/outside/limited.ts";
import { factsOf, type PageFacts } from "./page.ts";

const MAX_HTML = 512 * 1024;

interface Found extends PageFacts {
  picture: Uint8Array | null;
}

/**
 * What a page says of itself with its picture. Strangers write the links: what the operator allows downloads to reach inside is not
 * opened to them. Null where it is no page, says nothing, or cannot be had.
 */
export async function askPage(url: string, ask: typeof fetch = asStrangers): Promise<Found | null> {
  const page = await getLimited(url, {
    types: /^(text\/html|application\/xhtml\+xml)/i,
    max: MAX_HTML,
    accept: "text/html",
    ask,
  });
  if (!page) return null;
  const facts = factsOf(decoded(page.bytes, page.type));
  if (!facts.title) return null;
  const image = facts.image ? URL.parse(facts.image, page.url)?.href : undefined;
  return { ...facts, picture: image ? await pictureAt(image, ask) : null };
}

function decoded(bytes: Uint8Array, type: string): string {
  const said = /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 2048)))?.[1];
  try {
    return new TextDecoder(said ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
