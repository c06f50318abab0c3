// One request over a connection of its own, sent once. The runtime's `fetch` sends a request again by itself when the connection breaks
// before an answer: a message would go out twice. To an address that was looked at the connection goes there, whatever the name means a
// moment later.
import type { Buffer } from "node:buffer";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** An address that may be connected to. */
export interface Pinned {
  address: string;
  family: 4 | 6;
}
/** What we show a server that asks who calls: a .p12 without a password, or PEM; `ca` are the roots that its own may come from. */
export interface ClientCertificate {
  pfx?: Buffer;
  passphrase?: string;
  cert?: string;
  key?: string;
  ca?: string;
}
const unpack: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
const BODILESS = [101, 204, 205, 304];

/**
 * Sends a request once, never again by itself: to one of `addresses` under its own name (certificate and `Host` are the URL's), or
 * without them to where the system finds the name. Follows no redirect. Rejects with a TypeError where nobody answers or the
 * connection breaks, and with the signal's reason when that ends it, in the middle of a body too.
 */
export async function fetchOnce(
  request: Request,
  addresses?: readonly Pinned[],
  certificate?: ClientCertificate,
): Promise<Response> {
  const url = new URL(request.url);
  const lookup: LookupFunction | undefined = addresses &&
    ((_host, { all }, found) =>
      all ? found(null, [...addresses]) : found(null, addresses[0]!.address, addresses[0]!.family));
  // Whole, so that its length is known: not every provider takes a body in chunks.
  const body = request.body && new Uint8Array(await request.arrayBuffer());
  return await new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal.aborted) return reject(signal.reason);
    const headers = Object.fromEntries(request.headers);
    const send = url.protocol === "https:" ? tlsRequest : plainRequest;
    const sent = send(url, {
      method: request.method,
      headers: { "accept-encoding": "identity", ...headers },
      ...(lookup && { lookup }),
      ...certificate,
      // A pooled connection may be closed by the other side just now, and then nobody knows what arrived; and nobody looked at its address.
      agent: false,
    });
    const stop = () => sent.destroy(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    sent.on("error", (cause) => {
      signal.removeEventListener("abort", stop);
      reject(signal.aborted ? signal.reason : new TypeError("fetch failed", { cause }));
    });
    sent.on("response", (answer) => {
      answer.on("close", () => signal.removeEventListener("abort", stop));
      signal.addEventListener("abort", () => answer.destroy(signal.reason), { once: true });
      resolve(answered(answer, request));
    });
    sent.end(body ?? undefined);
  });
}

function answered(answer: IncomingMessage, request: Request): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const status = answer.statusCode ?? 502;
  const empty = request.method === "HEAD" || BODILESS.includes(status);
  if (empty) answer.resume();
  const packed = unpack[headers.get("content-encoding")?.toLowerCase() ?? ""];
  if (packed && !empty) { for (const name of ["content-encoding", "content-length"]) headers.delete(name); }
  const bytes = packed ? answer.pipe(packed()) as unknown as Readable : answer;
  if (packed) answer.on("error", (error) => bytes.destroy(error));
  const body = empty ? null : Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
  const response = new Response(body, { status, statusText: answer.statusMessage, headers });
  Object.defineProperty(response, "url", { value: request.url });
  return response;
}
