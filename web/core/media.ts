// Files of the API need the session's token, so an <img> cannot fetch them itself: this gives it an object URL.
import { useQuery } from "@tanstack/react-query";
import { fetchMedia } from "./api.ts";

const blobs = new Map<string, Blob>();
function keep(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  blobs.set(url, blob);
  return url;
}
/** The file behind an address that `useMedia` gave: the content policy lets nobody fetch it back. */
export const blobOf = (url: string): Blob | undefined => blobs.get(url);

/** A file's address for an <img> or <audio>, whether it failed, and another try. `wanted` false waits with fetching. */
export function useMediaState(path: string | null | undefined, wanted = true) {
  const own = path?.startsWith("/") ? path : undefined;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["media", own],
    queryFn: async ({ signal }) => keep(await fetchMedia(own ?? "", signal)),
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
