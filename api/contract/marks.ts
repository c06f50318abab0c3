// What a contract says of a field beside its type, and how such fields are found in a value: numbers that are masked, secrets that
// only come in, secrets that are shown once.
import type { z } from "zod";

/**
 * A secret that is given and never answered: no answer and no event may have it, and no trail keeps it. Say it last, after the
 * field's checks: `writeOnly(text(200).min(1))`.
 */
export function writeOnly<T extends z.ZodType>(schema: T): T {
  return schema.meta({ writeOnly: true }) as T;
}
/** A secret that we make and answer once: the answer that is kept with the request's idempotency key is without it. */
export function shownOnce<T extends z.ZodType>(schema: T): T {
  return schema.meta({ shownOnce: true }) as T;
}

export type Mark = "masked" | "writeOnly" | "shownOnce";
export type Change = (value: unknown) => unknown;
interface Def {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
}
type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Makes functions that change what is marked, wherever it stands in a value of a schema. `whole` has the last word on each object in
 * which something changed. The function made answers null for a schema without the mark.
 */
export function changer(
  mark: Mark,
  change: Change,
  whole: (after: Fields, before: Fields) => Fields = (after) => after,
): (schema: z.ZodType) => Change | null {
  const built = new WeakMap<z.ZodType, Change | null>();
  const of = (schema: z.ZodType): Change | null => {
    const known = built.get(schema);
    if (known !== undefined) return known;
    // A schema that holds itself is not followed into itself a second time.
    built.set(schema, null);
    const made = make(schema);
    built.set(schema, made);
    return made;
  };
  const make = (schema: z.ZodType): Change | null => {
    const meta = schema.meta();
    // A channel's plugin says `secret`, which is the same.
    if (meta?.[mark] || mark === "writeOnly" && meta?.secret) return change;
    const { shape, element, options, items, innerType, in: given, valueType, left, right } =
      (schema as unknown as { def: Def }).def;
    if (shape) return object(shape);
    if (element) return each(of(element));
    if (valueType) return everyValue(of(valueType));
    const inner = innerType ?? given;
    if (inner) return of(inner);
    // The members of a union that we use differ by their keys, so every member's change may be applied in turn.
    const parts = (options ?? items ?? [left, right]).filter((part) => part !== undefined).map(of)
      .filter((part) => part !== null);
    return parts.length ? (value) => parts.reduce((changed, part) => part(changed), value) : null;
  };
  const object = (shape: Record<string, z.ZodType>): Change | null => {
    const fields = Object.entries(shape).map(([name, field]) => [name, of(field)] as const)
      .filter(([, made]) => made !== null);
    if (!fields.length) return null;
    return (value) => {
      if (!isObject(value)) return value;
      const after = { ...value };
      for (const [name, made] of fields) if (name in after) after[name] = made!(after[name]);
      return whole(after, value);
    };
  };
  const each = (made: Change | null): Change | null =>
    made && ((value) => Array.isArray(value) ? value.map(made) : value);
  const everyValue = (made: Change | null): Change | null =>
    made &&
    ((value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, made(field)])) : value);
  return of;
}

/** Whether a value of this schema can hold what has the mark. */
export function holdsMark(schema: z.ZodType, mark: Mark): boolean {
  return changer(mark, (value) => value)(schema) !== null;
}
