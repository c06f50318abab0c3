// Reads the loose `data` of a message: a newer server or a provider may send anything.
import { z } from "zod";

const Place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().nullish(),
  address: z.string().nullish(),
});
const Cards = z.object({
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()).default([]) })).min(1),
});
const Link = z.object({ link: z.object({ url: z.string(), title: z.string().nullish() }) });
const Call = z.object({ missed: z.boolean().default(true), video: z.boolean().default(false) });

type Data = Record<string, unknown> | null;
const read = <T extends z.ZodType>(schema: T, data: Data): z.output<T> | null => {
  const parsed = schema.safeParse(data ?? {});
  return parsed.success ? parsed.data : null;
};
export const placeOf = (data: Data) => read(Place, data);
export const cardsOf = (data: Data) => read(Cards, data)?.contacts ?? null;
export const callOf = (data: Data) => read(Call, data) ?? { missed: true, video: false };
/** A link the customer sent as such; only web addresses. */
export function linkOf(data: Data): { url: string; title?: string | null } | null {
  const link = read(Link, data)?.link;
  return link && /^https?:\/\//i.test(link.url) ? link : null;
}
/** `pending` while the file is fetched from the provider, `failed` when it could not be. */
export const mediaState = (data: Data): "pending" | "failed" | "ready" =>
  data?.media === "pending" || data?.media === "failed" ? data.media : "ready";
