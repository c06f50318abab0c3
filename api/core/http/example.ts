// A value that fits a JSON schema, plain and always the same: what the documentation shows of a body or an answer.

type Schema = Record<string, unknown>;
const texts: Record<string, string> = {
  "date-time": "2026-11-25T12:00:00.000Z",
  date: "2026-11-25",
  email: "ana@example.com",
  uri: "https://example.com/",
  uuid: "0193a5d0-7b1e-7c3a-9f00-000000000001",
};
/** Schemas that hold themselves are followed so far. */
const DEPTH = 6;

/** An example of a schema; `named` are those that `$ref` names. */
export function exampleOf(schema: Schema, named: Schema, depth = 0): unknown {
  if (depth > DEPTH) return null;
  const inner = (one: unknown) => exampleOf(one as Schema, named, depth + 1);
  if (typeof schema.$ref === "string") return inner(named[schema.$ref.split("/").at(-1)!] ?? {});
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return inner(choices.find(({ type }) => type !== "null") ?? choices[0]!);
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map(inner));
  if (schema.type === "object") {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return Object.fromEntries(fields.map(([name, field]) => [name, inner(field)]));
  }
  if (schema.type === "array") return schema.items && !Array.isArray(schema.items) ? [inner(schema.items)] : [];
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, Number(schema.minimum ?? 1));
  if (schema.type === "boolean") return true;
  if (schema.type === "null") return null;
  if (schema.type !== "string") return null;
  return texts[String(schema.format)] ?? "texto".padEnd(Number(schema.minLength ?? 0), "o");
}
