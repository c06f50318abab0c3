// Hides the middle of contacts' numbers in whatever leaves the server. Which fields are numbers
// is marked in the contracts, so a new call cannot forget it.
import type { z } from "zod";

type Walk = (value: unknown) => unknown;
interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  valueType?: z.ZodType;
}
const built = new WeakMap<z.ZodType, Walk | null>();

/** `5511955550101` becomes `***********01`; group ids and empty numbers stay. */
export function maskNumber(number: string): string {
  return number.length <= 2 ? number : "*".repeat(number.length - 2) + number.slice(-2);
}

/** A function that masks a value of this schema, or null when the schema has no number in it. */
export function masker(schema: z.ZodType): Walk | null {
  const known = built.get(schema);
  if (known !== undefined) return known;
  built.set(schema, null);
  const walk = build(schema);
  built.set(schema, walk);
  return walk;
}

function build(schema: z.ZodType): Walk | null {
  if (schema.meta()?.masked) return (value) => typeof value === "string" ? maskNumber(value) : value;
  const def = (schema as unknown as { def: Def }).def;
  if (def.shape) return object(def.shape);
  if (def.element) return list(masker(def.element));
  if (def.options) return union(def.options.map(masker));
  if (def.innerType) return masker(def.innerType);
  if (def.in) return masker(def.in);
  return null;
}

function object(shape: Record<string, z.ZodType>): Walk | null {
  const fields = Object.entries(shape).map(([name, field]) => [name, masker(field)] as const).filter(([, walk]) =>
    walk !== null
  );
  if (!fields.length) return null;
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const copy = { ...value } as Record<string, unknown>;
    if (copy.isGroup === true) return value;
    for (const [name, walk] of fields) {
      if (!(name in copy)) continue;
      const hidden = walk!(copy[name]);
      // Somebody of whom only the number is known is called by it.
      if (typeof hidden === "string" && copy[name] && copy.name === copy[name]) copy.name = hidden;
      copy[name] = hidden;
    }
    return copy;
  };
}
function list(walk: Walk | null): Walk | null {
  return walk && ((value) => Array.isArray(value) ? value.map(walk) : value);
}
/** The members of a union that we use differ by their keys, so every member's mask may be applied in turn. */
function union(walks: (Walk | null)[]): Walk | null {
  const real = walks.filter((walk) => walk !== null);
  return real.length ? (value) => real.reduce((v, walk) => walk!(v), value) : null;
}
