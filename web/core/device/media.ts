// Files of the API need the session's token, so an <img> cannot fetch them itself: this gives it an object URL. Small pictures
// and voice notes stay on the device; an address always means the same bytes, so a stored file is never fetched again.
import { useQuery } from "@tanstack/react-query";
import { fetchMedia } from "../who/api.ts";
import { worthKeeping } from "./budget.ts";
import { roomy, store } from "../store/store.ts";

const blobs = new Map<string, Blob>();
function objectUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  blobs.set(url, blob);
  return url;
}
/** The file behind an address that `useMedia` gave: the content policy forbids fetching it back. */
export const blobOf = (url: string): Blob | undefined => blobs.get(url);

/** A kept file is noted as used at most this often, ms: each note writes it again. */
const USED_EVERY_MS = 24 * 3600_000;

async function keptFile(path: string): Promise<Blob | undefined> {
  const db = await store();
  const row = await db?.get("media", path).catch(() => undefined);
  if (row && Date.now() - row.usedAt > USED_EVERY_MS) {
    void db?.put("media", { ...row, usedAt: Date.now() }).catch(() => undefined);
  }
  return row?.blob;
}

/** The file behind an address of the API: from the device, else fetched and, where it is small, kept. */
async function mediaFile(path: string, seenOnce: boolean, signal: AbortSignal): Promise<Blob> {
  // A file that its provider forbids us to store is shown only.
  const once = seenOnce || path.startsWith("/media/remote/");
  const known = once ? undefined : await keptFile(path);
  if (known) return known;
  const blob = await fetchMedia(path, signal);
  if (!once && worthKeeping(blob.type, blob.size)) {
    void roomy((db) => db.put("media", { path, blob, bytes: blob.size, usedAt: Date.now() })).catch(() => undefined);
  }
  return blob;
}

/** The bytes behind an address of the API, where a file itself is wanted: from the device, else fetched. */
export function fileAt(path: string): Promise<Blob> {
  return mediaFile(path, false, AbortSignal.timeout(60_000));
}

/**
 * A file's address for an <img> or <audio>, whether it failed, and another try. `wanted` false waits with fetching; `once`: to be
 * seen once, so it must not stay here.
 */
export function useMediaState(path: string | null | undefined, wanted = true, once = false) {
  const own = path?.startsWith("/") ? path : undefined;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["media", own],
    queryFn: async ({ signal }) => objectUrl(await mediaFile(own ?? "", once, signal)),
    enabled: own !== undefined && wanted,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return { url: own ? data : path ?? undefined, failed: isError, loading: isFetching, retry: () => void refetch() };
}

/** An address an <img> or <audio> can show, or undefined while it loads. Addresses of other sites pass through. */
export function useMedia(path: string | null | undefined): string | undefined {
  return useMediaState(path).url;
}
