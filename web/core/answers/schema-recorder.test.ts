import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z as real } from "zod";
import { realize, setZod, z as recorder } from "./schema-recorder.ts";
import { used } from "./zod.ts";

const z = recorder as typeof real;
const Name = z.object({ name: z.string().trim().min(2, "too_short"), age: z.coerce.number().int() });
const Person = Name.extend({ tags: z.array(z.string()).optional().default([]) }).partial({ age: true });

test("a recorded schema tells its fields without zod", () => {
  expect(Object.keys(Person.shape)).toEqual(["name", "age", "tags"]);
  expect(Object.keys(Person.pick({ name: true }).shape)).toEqual(["name"]);
  expect(z.array(Name).element).toBe(Name);
  expect(z.union([z.string(), z.number()]).options).toHaveLength(2);
});

test("with zod it becomes the schema that was written down", () => {
  setZod(used);
  const schema = realize(Person) as typeof Person;
  expect(realize(Person)).toBe(schema);
  expect(schema.parse({ name: " Ana " })).toEqual({ name: "Ana", tags: [] });
  expect(Person.safeParse({ name: "A" }).error?.issues[0]?.message).toBe("too_short");
  expect(realize("plain")).toBe("plain");
});

test("a field of a partial record is optional, with zod and without, and can be unwrapped", () => {
  setZod(used);
  const Update = z.object({ name: z.string().min(2), age: z.number() }).partial();
  expect(Object.keys(Update.shape)).toEqual(["name", "age"]);
  expect(Update.shape.name.safeParse(undefined).success).toBe(true);
  const Form = Name.extend({ name: Update.shape.name.unwrap() });
  expect(Form.safeParse({ name: "Ana", age: 3 }).success).toBe(true);
  expect(Form.safeParse({ age: 3 }).success).toBe(false);
  expect((Person.shape.name as typeof Person.shape.name).safeParse(undefined).success).toBe(false);
});

test("an id names its kind of record with zod and without", () => {
  setZod(used);
  const Filter = z.object({
    ticketId: z.coerce.number().int().min(1).meta({ names: "ticket" }),
    uuid: z.string().meta({ names: "ticket.uuid" }).optional(),
  });
  expect(Object.keys(Filter.shape)).toEqual(["ticketId", "uuid"]);
  expect(Filter.parse({ ticketId: "7" })).toEqual({ ticketId: 7 });
  expect((realize(Filter.shape.ticketId) as typeof Filter.shape.ticketId).meta()).toEqual({ names: "ticket" });
});

test("the recorder has every function of zod that a contract uses", () => {
  const root = new URL("../../../api/", import.meta.url);
  const features = readdirSync(new URL("features/", root)).map((name) => `features/${name}/contract.ts`);
  const shared = readdirSync(new URL("contract/", root)).map((name) => `contract/${name}`);
  const asked = [...features, ...shared].flatMap((path) => {
    try {
      return [...readFileSync(new URL(path, root), "utf8").matchAll(/\bz\.([a-z]\w*)(?:\.(\w+))?\(/g)];
    } catch {
      return [];
    }
  });
  const missing = asked.filter(([, name, inner]) => {
    const found = (used as Record<string, unknown>)[name as string];
    return inner && typeof found === "object" ? !(inner in (found as object)) : found === undefined;
  });
  expect(missing.map(([text]) => text)).toEqual([]);
});
