// Files of the API need the session's token, so an <img> cannot fetch them itself: this gives it an object URL.
import { useQuery } from "@tanstack/react-query";
import { fetchMedia } from "./api.ts";

/** An address an <img> or <audio> can show, or undefined while it loads. Addresses of other sites pass through. */
export function useMedia(path: string | null | undefined): string | undefined {
  const own = path?.startsWith("/") ? path : undefined;
  const { data } = useQuery({
    queryKey: ["media", own],
    queryFn: async ({ signal }) => URL.createObjectURL(await fetchMedia(own ?? "", signal)),
    enabled: own !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return own ? data : path ?? undefined;
}
