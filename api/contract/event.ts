// A live event as data: its name on the stream and its payload. Names are those of the API's clients and live only in contracts.
import { z } from "zod";

/** What happens to the record: `create` and `update` carry it, `delete` carries its id. */
export interface LiveEvent {
  /** Its name on the stream, the company's id in braces: `company-{id}-ticket`. */
  readonly name: string;
  /** The key under which the payload carries the record. */
  readonly record?: string;
  /** The key under which a `delete` carries the id. */
  readonly recordId?: string;
  readonly payload: z.ZodType;
}

/**
 * An event that creates, updates or deletes records of one kind: `{action, [record]: …}` or `{action: "delete", [recordId]: id}`.
 * The keys that clients know are kept (`ticket`, `ticketId`).
 */
export function changes<R extends z.ZodType, const K extends string, const I extends string>(
  name: string,
  record: K,
  recordId: I,
  schema: R,
) {
  const payload = z.union([
    z.object(
      { action: z.enum(["create", "update"]), [record]: schema } as {
        action: z.ZodEnum<{ create: "create"; update: "update" }>;
      } & { [P in K]: R },
    ),
    z.object(
      { action: z.literal("delete"), [recordId]: z.union([z.number(), z.string()]) } as {
        action: z.ZodLiteral<"delete">;
      } & { [P in I]: z.ZodUnion<[z.ZodNumber, z.ZodString]> },
    ),
  ]);
  return { name, record, recordId, payload } as const;
}

/** An event that is no list change: a signal with a payload of its own. */
export function signal<P extends z.ZodType>(name: string, payload: P) {
  return { name, payload } as const;
}

/** The name as it goes over the stream. */
export function eventName(event: Pick<LiveEvent, "name">, companyId: number): string {
  return event.name.replace("{id}", String(companyId));
}
