// Stands in for zod in the built app's first load. The contract is written with zod, but the first screens only need to know
// which fields a record has; zod itself is 20 kB. So the build gives contracts this recorder instead: it writes down how each
// schema is made, answers questions about its shape, and makes the real schema of it once zod has been loaded (with a form).
type Step = { name: string; args: unknown[] };
interface Recipe {
  /** `["object"]`, `["coerce", "number"]`: the function of zod it began with. */
  path: string[];
  args: unknown[];
  steps: Step[];
}
type Fields = Record<string, unknown>;
// deno-lint-ignore ban-types
type Anything = Record<string, Function>;

const recipes = new WeakMap<object, Recipe>();
const real = new WeakMap<object, unknown>();
let zod: Anything | undefined;

/** Zod has been loaded: from now on recorded schemas can check. */
export function setZod(loaded: unknown): void {
  zod = loaded as Anything;
}

function fieldsOf({ path, args, steps }: Recipe): Fields | undefined {
  if (path[0] !== "object") return undefined;
  return steps.reduce<Fields>((fields, { name, args: [change] }) => {
    const keys = (change ?? {}) as Fields;
    const entries = Object.entries(fields);
    if (name === "extend") return { ...fields, ...keys };
    if (name === "pick") return Object.fromEntries(entries.filter(([key]) => keys[key]));
    if (name === "omit") return Object.fromEntries(entries.filter(([key]) => !keys[key]));
    if (name === "partial") {
      const all = Object.keys(keys).length === 0;
      return Object.fromEntries(
        entries.map(([key, field]) => [key, all || keys[key] ? (field as Anything).optional?.() : field]),
      );
    }
    return fields;
  }, args[0] as Fields);
}

/** The real schema of a recorded one; anything else is answered as it is. */
export function realize(value: unknown): unknown {
  if (typeof value !== "function" && typeof value !== "object" || value === null) return value;
  const recipe = recipes.get(value);
  if (!recipe) {
    if (Array.isArray(value)) return value.map(realize);
    const plain = Object.getPrototypeOf(value) === Object.prototype;
    return plain ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, realize(entry)])) : value;
  }
  const known = real.get(value);
  if (known) return known;
  if (!zod) throw new Error("zod has not been loaded");
  const owner = recipe.path.slice(0, -1).reduce<Anything>((at, name) => at[name] as unknown as Anything, zod);
  let made = owner[recipe.path.at(-1) ?? ""]?.(...recipe.args.map(realize)) as Anything;
  for (const { name, args } of recipe.steps) made = made[name]?.(...args.map(realize)) as unknown as Anything;
  real.set(value, made);
  return made;
}

/** Without zod an answer is taken as it came: the server has checked it. */
const unchecked = (data: unknown) => ({ success: typeof data === "object" && data !== null, data });

function recorded(recipe: Recipe): object {
  const schema = new Proxy({}, {
    get(_, name) {
      if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
      if (name === "shape") return fieldsOf(recipe);
      if (name === "element") return recipe.path[0] === "array" ? recipe.args[0] : undefined;
      if (name === "options") {
        return recipe.path[0] === "union" || recipe.path[0] === "enum" ? recipe.args[0] : undefined;
      }
      if (/^(parse|safeParse)(Async)?$|^_zod$|^~standard$/.test(name)) {
        if (zod) {
          const schemaOfZod = realize(schema) as Anything;
          const member = schemaOfZod[name];
          return typeof member === "function" ? member.bind(schemaOfZod) : member;
        }
        return name === "safeParse" ? unchecked : undefined;
      }
      return (...args: unknown[]) => recorded({ ...recipe, steps: [...recipe.steps, { name, args }] });
    },
  });
  recipes.set(schema, recipe);
  return schema;
}

function recorder(path: string[]): object {
  return new Proxy(() => {}, {
    get: (_, name) => typeof name === "symbol" ? undefined : recorder([...path, name]),
    apply: (_, __, args: unknown[]) => recorded({ path, args, steps: [] }),
  });
}

export const z = recorder([]);
