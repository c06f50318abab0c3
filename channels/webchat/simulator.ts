// A visitor for the conformance suite: makes the same HTTP calls as the page's own script.
import type { MediaKind, PageHost } from "../sdk/mod.ts";
import type { Accepted, CustomerMessage, SimulatedLine, Simulator } from "../sdk/simulator.ts";
import { pages } from "./pages.ts";
import { issueToken, peerOf, type Visitor } from "./visitor.ts";
import type { WireMessage } from "./wire.ts";

const KEY = "visitor-page";
const ADDRESS = "203.0.113.7";

/** Asks a page of one connection as somebody at an address. */
export function browser(host: PageHost, key = KEY, address = ADDRESS) {
  return async (path: string, init: RequestInit = {}): Promise<Response> =>
    await pages.handle(
      new Request(`http://chat.test${path}`, init),
      (asked) => Promise.resolve(asked === key ? host : null),
      address,
    );
}
/** A JSON request with a visitor's token. */
export function saying(token: string | null, body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  };
}
/** A form with one file. */
export function sending(token: string, key: string, file: File, text?: string): RequestInit {
  const body = new FormData();
  body.append("key", key);
  if (text !== undefined) body.append("text", text);
  body.append("file", file);
  return { method: "POST", headers: { authorization: `Bearer ${token}` }, body };
}

export class WebchatSimulator implements Simulator {
  readonly config = { key: KEY, title: "Padaria Aurora" };
  readonly visitor: Visitor = { id: crypto.randomUUID().replaceAll("-", ""), name: "Ana Souza" };
  readonly peer = peerOf(this.visitor);
  readonly faults = [] as const;
  readonly says = ["text", "image", "audio", "video", "document"] as const;

  start(): Promise<void> {
    return Promise.resolve();
  }
  stop(): Promise<void> {
    return Promise.resolve();
  }

  async say({ id, text = "", media }: CustomerMessage, { host }: SimulatedLine): Promise<void> {
    const ask = browser(host);
    const token = await issueToken(host, this.visitor);
    const answer = media
      ? await ask(
        `/chat/${KEY}/files`,
        sending(token, id, new File([media.bytes], media.fileName, { type: media.mimeType }), text),
      )
      : await ask(`/chat/${KEY}/messages`, saying(token, { key: id, text }));
    if (!answer.ok) throw new Error(await answer.text());
  }

  async accepted({ host }: SimulatedLine): Promise<Accepted[]> {
    const ask = browser(host);
    const headers = { authorization: `Bearer ${await issueToken(host, this.visitor)}` };
    const all: WireMessage[] = [];
    for (let before = "", hasMore = true; hasMore; before = `?before=${encodeURIComponent(all[0]?.id ?? "")}`) {
      const answer = await ask(`/chat/${KEY}/messages${before}`, { headers });
      const page = await answer.json() as { messages: WireMessage[]; hasMore: boolean };
      all.unshift(...page.messages);
      hasMore = page.hasMore;
    }
    return await Promise.all(
      all.filter((message) => !message.mine).map(async ({ id, text, media }) => {
        const bytes = media && await (await ask(media.url, { headers })).bytes();
        const kind: MediaKind | "text" = media?.kind ?? "text";
        return { externalId: id, kind, text, ...(bytes ? { bytes } : {}) };
      }),
    );
  }
}
