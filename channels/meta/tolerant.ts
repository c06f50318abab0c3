// Tolerant reading of Meta's JSON. Unknown keys are ignored, ids may be numbers, times seconds or milliseconds.
import { z } from "zod";

/** An id: text, or a number in test events. */
export const Id = z.union([z.string().min(1), z.number().transform(String)]);

/** An id that a person typed and that becomes part of an address: nothing in it may leave its place there. */
export const GraphId = z.string().regex(/^[\w-]{1,64}$/);

/** Below this a time is in seconds: 1e11 ms is 1973, 1e11 s the year 5138. */
const SECONDS_BELOW = 1e11;

/** A time in ms since 1970, given as number or digits, in s or ms (test events and lead ads send seconds or text). */
export const Time = z.union([z.number(), z.string().regex(/^\d{1,16}$/).transform(Number)])
  .refine((time) => Number.isFinite(time) && time > 0)
  .transform((time) => Math.round(time < SECONDS_BELOW ? time * 1000 : time));

/** A field whose odd content must not spoil the rest: undefined instead of an error. */
export function odd<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined) as z.ZodCatch<z.ZodOptional<T>>;
}

/** The elements of a list, each still unread; anything else is an empty list. */
export const List = z.array(z.unknown()).catch([]);

/** Any object, its values unread. */
export const Thing = z.record(z.string(), z.unknown());

/** One line that names where parsing failed; never the value itself, which may be a customer's. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : "unreadable";
  const first = error.issues[0];
  return `${first?.path.join(".") || "event"}: ${first?.code ?? "unreadable"}`;
}
