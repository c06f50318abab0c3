// A live event as data: its name on the stream and its payload. Names are those of the API's clients and live only in contracts.
import { z } from "zod";

/** What happens to the record: `create` and `update` carry it, `delete` carries its id. */
export interface LiveEvent {
  /**
   * Its name on the stream, numbers in braces: `company-{id}-ticket`. `{id}` is the company's, any other one of what the event is
   * about (`company-{id}-chat-{chatId}`). A name without `{id}` is of the platform.
   */
  readonly name: string;
  /** The key under which the payload carries the record. */
  readonly record?: string;
  /** What the record looks like: the same schema as where calls answer with it. */
  readonly recordSchema?: z.ZodType;
  /** The key under which a `delete` carries the id. */
  readonly recordId?: string;
  readonly payload: z.ZodType;
  /** True where it also reaches the admins of an expired company: payment and the end of a session. */
  readonly expired?: true;
}
type Options = Pick<LiveEvent, "expired">;

/** Every event that a loaded contract declares, by its kind: a stream knows only the name. */
const declared = new Map<string, LiveEvent>();
function declare<E extends LiveEvent>(event: E): E {
  declared.set(eventKind(event.name), event);
  return event;
}
/** The event that a name on the stream belongs to. */
export function eventNamed(name: string): LiveEvent | undefined {
  return declared.get(eventKind(name));
}

/** The event that tells of changes of such a record, where its name needs no number but the company's. */
export function eventOfRecord(schema: z.ZodType): LiveEvent | undefined {
  return [...declared.values()].find(({ name, record, recordSchema }) =>
    record !== undefined && recordSchema === schema && !/\{(?!id\})/.test(name)
  );
}

/**
 * An event that creates, updates or deletes records of one kind: `{action, [record]: …}` or `{action: "delete", [recordId]: id}`.
 * The keys that clients know are kept (`ticket`, `ticketId`).
 */
export function changes<R extends z.ZodType, const N extends string, const K extends string, const I extends string>(
  name: N,
  record: K,
  recordId: I,
  schema: R,
  options: Options = {},
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
  return declare({ name, record, recordId, recordSchema: schema, payload, ...options } as const);
}

/** An event that is no list change: a signal with a payload of its own. */
export function signal<P extends z.ZodType, const N extends string>(name: N, payload: P, options: Options = {}) {
  return declare({ name, payload, ...options } as const);
}

type Braces<N extends string> = N extends `${string}{${infer K}}${infer Rest}` ? K | Braces<Rest> : never;
/** The numbers that an event's name needs beside the company's: `{chatId: 5}`. */
export type NameNumbers<E extends Pick<LiveEvent, "name">> = Record<Exclude<Braces<E["name"]>, "id">, number>;

/** The name as it goes over the stream. Throws when a number of it is missing: nobody would hear it. */
export function eventName<E extends Pick<LiveEvent, "name">>(
  event: E,
  companyId: number,
  numbers?: Partial<NameNumbers<E>>,
): string {
  const known: Record<string, number | undefined> = { ...numbers, id: companyId };
  return event.name.replace(/\{(\w+)\}/g, (_, brace) => {
    if (!Number.isSafeInteger(known[brace])) throw new Error(`${event.name} without ${brace}`);
    return String(known[brace]);
  });
}

/** What a declared name and a name on the stream have in common, whatever their numbers: `company-#-chat-#`. */
export function eventKind(name: string): string {
  return name.replace(/\{\w+\}|\d+/g, "#");
}

/** Whether a name on the stream is this event of this company, whatever its other numbers. */
export function isEvent(event: Pick<LiveEvent, "name">, companyId: number, name: string): boolean {
  const known = event.name.replace("{id}", String(companyId));
  return known === name || known.includes("{") && new RegExp(`^${known.replace(/\{\w+\}/g, "\\d+")}$`).test(name);
}
