// The shape of an answer, written so that a recording can be read by people: `"string"`, `[shape]`, `{field: shape}`, `"field?"` for
// one that may be missing, `{"or null": shape}`, `{"any of": [shape]}`, `{"*": shape}` for names that are data.
import { z } from "zod";
import { Instant } from "../../contract/endpoint.ts";

export type Shape = string | Shape[] | { [field: string]: Shape };
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
}

/** The shape that a contract declares for an answer. */
export function shapeOf(schema: z.ZodType): Shape {
  return written(
    z.toJSONSchema(schema, {
      io: "output",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        if ((zodSchema as unknown) === Instant) jsonSchema.type = "string";
      },
    }) as Schema,
  );
}
function written(s: Schema): Shape {
  if (Array.isArray(s.type)) return written({ anyOf: s.type.map((type) => ({ ...s, type })) });
  if (s.anyOf) {
    const rest = s.anyOf.filter((one) => one.type !== "null").map(written);
    const plain = rest.length === 1 ? rest[0]! : { "any of": rest };
    return rest.length < s.anyOf.length ? { "or null": plain } : plain;
  }
  if (s.const !== undefined) return typeof s.const;
  if (s.enum) return typeof s.enum[0];
  if (s.type === "array") return [written(s.items ?? {})];
  if (s.type === "object") {
    const fields = Object.entries(s.properties ?? {}).map(([name, field]) =>
      [s.required?.includes(name) ? name : `${name}?`, written(field)] as const
    );
    if (fields.length) return Object.fromEntries(fields);
    return { "*": typeof s.additionalProperties === "object" ? written(s.additionalProperties) : "unknown" };
  }
  return s.type === "integer" ? "number" : s.type ?? "unknown";
}

/** The places where a value differs from the recorded shape; further fields are fine, because an older app does not look at them. */
export function misfits(value: unknown, shape: Shape, at = "answer"): string[] {
  if (shape === "unknown") return [];
  if (typeof shape === "string") {
    const kind: string = typeof value;
    return kind === shape ? [] : [`${at}: ${shape}, got ${JSON.stringify(value)}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at}: a list, got ${JSON.stringify(value)}`];
    return value.flatMap((one, i) => misfits(one, shape[0]!, `${at}[${i}]`));
  }
  if ("or null" in shape) return value === null ? [] : misfits(value, shape["or null"]!, at);
  if ("any of" in shape) {
    const tried = (shape["any of"] as Shape[]).map((one) => misfits(value, one, at));
    return tried.some((found) => !found.length) ? [] : tried[0]!;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [`${at}: an object, got ${JSON.stringify(value)}`];
  }
  const record = value as Record<string, unknown>;
  return Object.entries(shape).flatMap(([name, field]) => {
    if (name === "*") return Object.entries(record).flatMap(([key, one]) => misfits(one, field, `${at}.${key}`));
    const key = name.replace(/\?$/, "");
    if (record[key] === undefined) return name.endsWith("?") ? [] : [`${at}.${key}: gone`];
    return misfits(record[key], field, `${at}.${key}`);
  });
}
