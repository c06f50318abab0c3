// The real zod, for those parts of the built app that check what people type. Loading it lets the contract's recorded schemas
// check as well. It compiles parsers with `new Function` unless told not to, which the content policy forbids.
import { config, z } from "zod/v4";
import { setZod } from "./schema-recorder.ts";

config({ jitless: true });

/** What contracts begin a schema with. Named one by one, so that the rest of zod, its languages above all, stays out. */
export const used = {
  array: z.array,
  boolean: z.boolean,
  coerce: { boolean: z.coerce.boolean, date: z.coerce.date, number: z.coerce.number, string: z.coerce.string },
  custom: z.custom,
  date: z.date,
  discriminatedUnion: z.discriminatedUnion,
  email: z.email,
  enum: z.enum,
  int: z.int,
  iso: { date: z.iso.date, datetime: z.iso.datetime, time: z.iso.time },
  lazy: z.lazy,
  literal: z.literal,
  null: z.null,
  number: z.number,
  object: z.object,
  record: z.record,
  string: z.string,
  tuple: z.tuple,
  union: z.union,
  unknown: z.unknown,
  url: z.url,
  uuid: z.uuid,
};
setZod(used);

export { z };
