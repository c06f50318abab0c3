import { expect, test } from "vitest";
import { PHONE } from "../../../channels/sdk/phone.ts";
import { discover } from "./discover.ts";

const manifests = [...(await discover()).values()].map(({ plugin }) => plugin.manifest);

test("channels with the same kind of identity say the same of it", () => {
  const rules = Map.groupBy(manifests.flatMap(({ identities }) => identities), ({ kind }) => kind);
  expect(rules.get("phone")?.length).toBeGreaterThan(1);
  for (const [, said] of rules) for (const rule of said) expect(rule).toEqual(said[0]);
});

test("a telephone number is the same kind of identity on every channel", () => {
  const numbers = manifests.flatMap(({ identities }) => identities).filter(({ names }) => names === "number");
  expect(new Set(numbers.map(({ kind }) => kind))).toEqual(new Set([PHONE]));
});

test("one channel is the house's own: every company begins with it", () => {
  expect(manifests.filter(({ builtIn }) => builtIn)).toHaveLength(1);
});

test("every login that a manifest names is carried out by a plugin", async () => {
  const found = await discover();
  const carried = [...found.values()].filter(({ plugin }) => plugin.login).map(({ plugin }) =>
    plugin.manifest.login?.path
  );
  expect(new Set(manifests.flatMap(({ login }) => login?.path ?? []))).toEqual(new Set(carried));
});
