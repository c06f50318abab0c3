// What code and documents say of each other is true: no document is named that is not here, every heading that code points to
// exists, and every link leads somewhere.
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const FOLDERS = ["api", "channels", "db", "web", "docs"];
const NOT_OURS = /(^|\/)(node_modules|dist)\//;
/** Migrations that have landed stay as they are; this file names what it looks for. */
const NOT_READ = /^db\/(migrations\/|schema\.sql)|\.json$|(^|\/)fixtures\/|^api\/docs\.test\.ts$/;

async function filesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (NOT_OURS.test(`${path}/`)) continue;
    if (entry.isDirectory) found.push(...await filesOf(path));
    else found.push(path);
  }
  return found.sort();
}
async function readAll(ending: RegExp): Promise<Map<string, string>> {
  const paths = [...everyFile, "README.md", "CHANGELOG.md"].filter((path) => ending.test(path) && !NOT_READ.test(path));
  return new Map(await Promise.all(paths.map(async (path) => [path, await Deno.readTextFile(path)] as const)));
}
const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

/** Places of a text that the pattern finds, as `file:line what`. */
function* placesOf(
  files: ReadonlyMap<string, string>,
  pattern: RegExp,
): Generator<[place: string, match: RegExpExecArray]> {
  for (const [path, text] of files) {
    for (const match of text.matchAll(pattern)) yield [`${path}:${lineAt(text, match.index)} ${match[0]}`, match];
  }
}

/** A heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").trim().replaceAll(" ", "-");
}
function anchorsOf(markdown: string): Set<string> {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, "");
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
  return new Set([...headings, ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id!)]);
}
async function leadsSomewhere(path: string, anchor: string | undefined): Promise<boolean> {
  const found = await Deno.stat(path).catch(() => null);
  if (!found) return false;
  return !anchor || !path.endsWith(".md") || anchorsOf(await Deno.readTextFile(path)).has(anchor);
}

const everyFile = (await Promise.all(FOLDERS.map(filesOf))).flat();
const sources = await readAll(/\.(tsx?|mjs|js|css|html|sql|ya?ml)$/);
const documents = await readAll(/\.md$/);

test("no file refers to a document that is not in the repository", () => {
  const elsewhere =
    /\b[Ss]pec(ification)? \d\b|\b(architecture|lineage|layout|reliability|providers|experience|performance|services|screens|whatsapp-wire) (§|[RSC]?\d)|\bcomplaints? \d|(?<!RFC \d{4} )§|\bthe specification\b/g;
  const files = new Map([...sources, ...documents]);
  expect([...placesOf(files, elsewhere)].map(([place]) => place)).toEqual([]);
});

test("each heading of a document that code points to exists", async () => {
  const wrong: string[] = [];
  for (const [place, match] of placesOf(sources, /\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g)) {
    if (!await leadsSomewhere(match[0].split("#")[0]!, match[1])) wrong.push(place);
  }
  expect(wrong).toEqual([]);
});

test("each proof that code names has its row", () => {
  const rows = documents.get("docs/proofs.md")! + documents.get("docs/proofs-security.md")!;
  const known = new Set([...rows.matchAll(/\b[RS]\d{1,2}\b/g)].map(([number]) => number));
  const named = placesOf(sources, /\b[Pp]roofs? ([RS]\d{1,2}(?:(?:, | and |–)[RS]\d{1,2})*)/g);
  const wrong = [...named].filter(([, match]) => match[1]!.match(/[RS]\d+/g)!.some((number) => !known.has(number)));
  expect(wrong.map(([place]) => place)).toEqual([]);
});

test("each link between documents resolves", async () => {
  const wrong: string[] = [];
  for (const [path, text] of documents) {
    const plain = text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, " "));
    for (const match of plain.matchAll(/\]\(([^)\s]+)\)/g)) {
      const target = match[1]!;
      if (/^[a-z]+:/.test(target)) continue;
      const [file, anchor] = target.split("#");
      const at = file ? normalize(join(dirname(path), file)) : path;
      if (!await leadsSomewhere(at, anchor)) wrong.push(`${path}:${lineAt(plain, match.index)} ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("each source file that a document names is in the repository", () => {
  const named = placesOf(documents, /`([\w./-]+\.(?:tsx?|mjs|sql))`/g);
  const known = (name: string) => everyFile.some((path) => path === name || path.endsWith(`/${name}`));
  // `features/x` stands for any feature.
  const wrong = [...named].filter(([, match]) => !match[1]!.startsWith("features/x/") && !known(match[1]!));
  expect(wrong.map(([place]) => place)).toEqual([]);
});
