// How other processes drive the stand-in: JSON calls below /_control, listed in README.md.
import { z } from "zod";
import { Faults, Page, SimulatedTemplate, type State, Target } from "./state.ts";
import { post, Saying, sayingBody, wire } from "./webhooks.ts";

/** Where a webhook goes, and whether the caller waits for its answer. One try when it waits, else tries until it is taken. */
const Delivery = z.object({
  url: z.url(),
  secret: z.string(),
  wait: z.boolean().default(true),
  replay: z.number().int().min(1).default(1),
});
/** `text` is posted byte by byte, `body` in Meta's way of writing JSON. */
const Raw = Delivery.extend({ text: z.string().optional(), body: z.unknown().optional() });

async function deliver(
  state: State,
  bytes: Uint8Array<ArrayBuffer>,
  { url, secret, wait, replay }: z.infer<typeof Delivery>,
) {
  const times = Array.from({ length: state.faults.replay ? replay * 2 : replay });
  const posts = times.map(() => post(state, url, bytes, secret, wait ? 1 : undefined));
  return wait ? await Promise.all(posts) : [];
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function accepted(state: State): Promise<Record<string, unknown>> {
  const counts: Record<string, number> = {};
  for (const { key = "" } of state.accepted) counts[key] = (counts[key] ?? 0) + 1;
  const messages = await Promise.all(state.accepted.map(async ({ file, ...message }) => ({
    ...message,
    ...(file
      ? { bytes: file.bytes.length, sha256: await digest(file.bytes), mimeType: file.mimeType, fileName: file.fileName }
      : {}),
  })));
  return { count: messages.length, counts, messages };
}

type Call = (state: State, base: string, input: unknown) => unknown;
const calls: Record<string, Call> = {
  "GET accepted": accepted,
  "GET state": ({ faults, target, pages, subscribed, posted, actions }) => ({
    faults,
    target,
    pages,
    subscribed: [...subscribed],
    posted,
    actions,
  }),
  "POST faults": (state, _base, input) => state.faults = Faults.parse(input ?? {}),
  "POST target": (state, _base, input) => state.target = input === null ? null : Target.parse(input),
  "POST pages": (state, _base, input) => state.pages = z.array(Page).parse(input),
  "POST templates": (state, _base, input) => state.templates = z.array(SimulatedTemplate).parse(input),
  "POST unsubscribe": (state, _base, input) => ({
    removed: state.subscribed.delete(z.object({ id: z.string() }).parse(input).id),
  }),
  "POST reset": (state) => (state.reset(), {}),
  async "POST say"(state, base, input) {
    const { id, body } = sayingBody(state, base, Saying.parse(input));
    return { id, statuses: await deliver(state, wire(body), Delivery.parse(input)) };
  },
  async "POST webhook"(state, _base, input) {
    const { text, body, ...delivery } = Raw.parse(input);
    return {
      statuses: await deliver(state, text === undefined ? wire(body) : new TextEncoder().encode(text), delivery),
    };
  },
};

/** Answers one control call. Bad input is 400 with the reason. */
export async function control(
  state: State,
  base: string,
  request: Request,
  [name = "", id]: string[],
): Promise<Response> {
  if (request.method === "GET" && name === "bytes") {
    const file = state.accepted.find((message) => message.externalId === id)?.file;
    return file
      ? new Response(file.bytes, { headers: { "content-type": file.mimeType } })
      : new Response(null, { status: 404 });
  }
  const call = calls[`${request.method} ${name}`];
  if (!call) return Response.json({ error: "no such control call" }, { status: 404 });
  try {
    const text = await request.text();
    return Response.json(await call(state, base, text === "" ? undefined : JSON.parse(text)) ?? null);
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 400 });
  }
}
