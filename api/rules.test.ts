// The house rules as programs: who imports whom, how long files are, who may open the platform's door.
import { expect, test } from "vitest";
import { dirname, join, normalize } from "node:path";

interface Source {
  path: string;
  text: string;
  lines: number;
}

async function sources(): Promise<Source[]> {
  const found: Source[] = [];
  const walk = async (folder: string) => {
    for await (const entry of Deno.readDir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory && !["node_modules", "dist", "fixtures"].includes(entry.name)) await walk(path);
      else if (/\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith(".d.ts")) {
        const text = await Deno.readTextFile(path);
        found.push({ path, text, lines: text.split("\n").length });
      }
    }
  };
  for (const folder of ["api", "channels", "db", "web"]) await walk(folder);
  return found;
}
const all = await sources();
const isTest = (path: string) =>
  /\.(test|spec|proof)\.tsx?$|(^|\/)(testing|conformance|simulator|memory-host|proofs|bench|e2e)/.test(path);
/** Without comments. */
const code = ({ text }: Source) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
const imports = (source: Source) =>
  [...source.text.matchAll(
    /^\s*(?:import|export)[^"';]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  )].map((m) => normalize(join(dirname(source.path), (m[1] ?? m[2] ?? m[3])!)));

/** From a place, what it may import (prefixes). The first row that fits decides. */
const allowed: [RegExp, RegExp][] = [
  [/^db\//, /^(db\/|api\/core\/secrets\/password\.ts)/],
  [/^api\/contract\//, /^api\/contract\//],
  [/^api\/features\/([\w-]+)\/contract\.ts$/, /^api\/(contract\/|features\/[\w-]+\/contract\.ts)/],
  // A feature's doors are its contract and its verbs: `actions.ts`, or the files of `actions/` where there are many. What goes
  // through the pipeline is known by its type.
  [
    /^api\/features\//,
    /^(api\/(core|contract)\/|api\/(version|inbound)\.ts|db\/|channels\/sdk\/(mod|phone)\.ts|api\/features\/([\w-]+\/(contract|actions|actions\/[\w-]+)|tickets\/(visibility|counters|queries|effects))\.ts)/,
  ],
  [/^api\/core\/testing\//, /./],
  [/^api\/core\//, /^(api\/(contract|core)\/|db\/|channels\/sdk\/mod\.ts|api\/version\.ts)/],
  [/^api\//, /^(api|db|channels\/sdk|channels\/meta)\//],
  [/^channels\/sdk\//, /^channels\/sdk\//],
  [/^channels\/(facebook|instagram|whatsappapi)\//, /^channels\/(sdk|meta|facebook|instagram|whatsappapi)\//],
  [/^channels\/([\w-]+)\//, /^channels\/(sdk|$1)\//],
  [/^web\/ui\//, /^web\/ui\//],
  [/^web\/(core|patterns)\//, /^(web\/(ui|core|patterns)\/|api\/(contract\/|features\/[\w-]+\/contract\.ts))/],
  [
    /^web\/features\/([\w-]+)\//,
    /^(web\/(ui|core|patterns)\/|web\/features\/$1\/|api\/(contract\/|features\/[\w-]+\/contract\.ts))/,
  ],
  [/^web\//, /^(web|api\/contract|api\/features\/[\w-]+\/contract\.ts|api\/version\.ts)/],
];

test("every import follows the arrows of the house", () => {
  const offences: string[] = [];
  for (const source of all.filter((s) => !isTest(s.path))) {
    const row = allowed.find(([from]) => from.test(source.path));
    if (!row) continue;
    const own = row[0].exec(source.path)?.[1] ?? "";
    const may = new RegExp(row[1].source.replaceAll("$1", own));
    for (const target of imports(source)) {
      const sameFolder = dirname(target).startsWith(source.path.split("/").slice(0, 3).join("/")) &&
        /^(api\/features|channels)\//.test(source.path);
      if (!may.test(target) && !sameFolder) offences.push(`${source.path} → ${target}`);
    }
  }
  expect(offences).toEqual([]);
});

/** Longer than 350 lines, each with its reason. */
const long: Record<string, string> = {
  "api/features/users/common-passwords.ts": "a list",
  "channels/sdk/mod.ts": "the whole contract of a channel, read as one page; half of it is comment",
};

test("no file is longer than one can read in one go", () => {
  const offences = all.filter((s) => s.lines > (isTest(s.path) ? 500 : 351) && !long[s.path]).map((s) =>
    `${s.path}: ${s.lines}`
  );
  expect(offences).toEqual([]);
});

test("the platform's door is opened only where something belongs to no company", () => {
  const may =
    /^(db\/|api\/(main|first-start)\.ts|api\/commands\/|api\/channels\/|api\/core\/(live\/|ready|epoch|media\/|testing|cron|sweep|secrets\/)|api\/features\/((automation|session|companies|plans|settings|users)\/|connections\/accounts\.ts))/;
  const offences = all.filter((s) =>
    !isTest(s.path) && /\b(asPlatform|platform)\b.*from ".*tenant\.ts"/.test(s.text) && !may.test(s.path)
  ).map((s) => s.path);
  expect(offences).toEqual([]);
});

test("only env.ts reads the environment", () => {
  const offences = all.filter((s) =>
    /^api\/(core|features|channels)\//.test(s.path) && !isTest(s.path) && s.path !== "api/core/env.ts" &&
    /Deno\.env|process\.env/.test(s.text)
  ).map((s) => s.path);
  expect(offences).toEqual([]);
});

test("no HTML is ever injected", () => {
  expect(
    all.filter((s) => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(s.text) && !isTest(s.path)).map((s) => s.path),
  ).toEqual([]);
});

test("jobs, timed work and what is kept for a time are declared where they are found", () => {
  const places: [RegExp, RegExp][] = [
    [/\btask\(\s*"/, /\/tasks\.ts$/],
    [/^export const \w+ = job\(/m, /\/jobs\.ts$/],
    [/\btimed\("/, /\/cron\.ts$/],
    [/\bkeep\(\s*"/, /\/retention\.ts$/],
  ];
  const offences = all.filter((s) => s.path.startsWith("api/") && !isTest(s.path)).flatMap((s) =>
    places.filter(([declares, place]) => declares.test(code(s)) && !place.test(s.path)).map(() => s.path)
  );
  expect(offences).toEqual([]);
});

test("no channel, and no kind of identity, is named outside channels/: the manifests say what differs", async () => {
  const { discover } = await import("./channels/lines/discover.ts");
  const manifests = [...(await discover()).values()].map(({ plugin }) => plugin.manifest);
  const kinds = manifests.flatMap(({ identities }) => identities).filter(({ names }) => names === "person");
  const names = [...manifests.map(({ id }) => id), ...kinds.map(({ kind }) => kind)].join("|");
  // The API calls every connection `whatsapp`, in paths and in the events of one.
  const named = new RegExp(`(["'\`])(?:${names})\\1(?!, "whatsappId")`, "g");
  const compared = /\bchannel\??\s*[!=]==?\s*["'`]|["'`]\s*[!=]==?\s*[\w.?]*channel\b/g;
  const offences = all.filter(({ path }) => path.startsWith("api/") && !isTest(path)).flatMap(({ path, text }) => {
    const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
    return [...code.matchAll(named), ...code.matchAll(compared)].map(([found]) => `${path}: ${found}`);
  });
  expect(offences).toEqual([]);
});
