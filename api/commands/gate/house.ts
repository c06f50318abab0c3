// The house as a graph: its source files, what each imports, and from that its circles, its rooms and the arrows between them. Knows
// how to read, not what is right: that is `house-rules.ts`.
import { basename, dirname, join, normalize } from "node:path";

/** One import of a file of the house; `value` is false where only types are imported, which a running program does not have. */
export interface Import {
  target: string;
  value: boolean;
}
export interface Source {
  /** From the root of the repository, with `/`. */
  path: string;
  text: string;
  imports: readonly Import[];
}
export type House = readonly Source[];
/** From each point to those it imports. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

const FOLDERS = ["api", "channels", "db", "web"];
const NOT_OURS = new Set(["node_modules", "dist", "fixtures"]);

/** Reads every TypeScript file below the house's folders, or below those of another root. */
export async function readHouse(root = "."): Promise<House> {
  const found: Source[] = [];
  const walk = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(join(root, folder))) {
      const path = `${folder}/${name}`;
      if (isDirectory && !NOT_OURS.has(name)) await walk(path);
      else if (/\.tsx?$/.test(name) && !name.endsWith(".d.ts")) {
        found.push(sourceOf(path, await Deno.readTextFile(join(root, path))));
      }
    }
  };
  for (const folder of FOLDERS) await walk(folder).catch(ignoreMissing);
  return found.sort((one, other) => one.path < other.path ? -1 : 1);
}
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** A file of the house from its text. */
export function sourceOf(path: string, text: string): Source {
  return { path, text, imports: importsOf(path, text) };
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?([^"';]*?)from\s+"(\.[^"]+)"|^\s*import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;

/** Static, bare and lazy imports of the house's own files, and what is exported from them. */
function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, names = "", from, bare, lazy]) => ({
    target: normalize(join(dirname(path), from ?? bare ?? lazy ?? "")),
    value: !type && !onlyTypes(names),
  }));
}
/** `{ type A, type B }`: without `type` before the braces, but with it before each name. */
function onlyTypes(names: string): boolean {
  const inside = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1];
  const each = inside?.split(",").map((name) => name.trim()).filter(Boolean) ?? [];
  return each.length > 0 && each.every((name) => name.startsWith("type "));
}

/** Whether a file is a test, or helps tests, proofs and measurements: it may import from anywhere. */
export function isTest(path: string): boolean {
  return /\.(test|spec|proof)\.tsx?$|(^|\/)(testing|conformance|simulator|memory-host|proofs|bench|e2e)/.test(path);
}
/** Whether a file exists for the tests of its neighbours only. */
const isBesideTests = (path: string) => /\.(test|spec|proof)\.tsx?$|(^|\/)testing[/-]/.test(path);

/** The imports by value between files of the house. */
export function fileArrows(house: House): Arrows {
  const known = new Set(house.map(({ path }) => path));
  return new Map(house.map(({ path, imports }) => [
    path,
    new Set(imports.filter(({ target, value }) => value && target !== path && known.has(target)).map((i) => i.target)),
  ]));
}

/** A folder's files and folders as points: a file at its root is a door, a folder in it is a room. */
export interface Rooms {
  folder: string;
  names: readonly string[];
  arrows: Arrows;
}
/**
 * The rooms of a folder and the arrows between them, by value. Tests and their helpers are left out, and so are the contracts of
 * features: they are words that everybody may read.
 */
export function roomsOf(house: House, folder: string): Rooms {
  const roomOf = (path: string) => {
    const [first, ...rest] = path.slice(folder.length + 1).split("/");
    return rest.length ? `${first}/` : first!;
  };
  const counts = (path: string) => path.startsWith(`${folder}/`) && !isBesideTests(path) && !isContract(folder, path);
  const arrows = new Map<string, Set<string>>();
  for (const [path, targets] of fileArrows(house)) {
    if (!counts(path)) continue;
    const room = roomOf(path);
    const to = arrows.get(room) ?? new Set();
    arrows.set(room, to);
    for (const target of targets) if (counts(target) && roomOf(target) !== room) to.add(roomOf(target));
  }
  return { folder, names: [...arrows.keys()].sort(), arrows };
}
const isContract = (folder: string, path: string) =>
  folder.endsWith("/features") && basename(path).startsWith("contract.");

/** Every folder that has rooms. */
export function foldersWithRooms(house: House): string[] {
  const folders = new Set(house.flatMap(({ path }) => {
    const parts = path.split("/");
    return parts.slice(1, -1).map((_, at) => parts.slice(0, at + 1).join("/"));
  }));
  return [...folders].sort();
}

/** The circles among points: sets in which each reaches every other. Sorted, so that a list of them can be compared. */
export function circles(arrows: Arrows): string[][] {
  // Tarjan: a point whose own number is the lowest it reaches closes a set.
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (point: string): void => {
    numbers.set(point, numbers.size);
    lowest.set(point, numbers.get(point)!);
    open.push(point);
    for (const next of arrows.get(point) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (open.includes(next)) lowest.set(point, Math.min(lowest.get(point)!, lowest.get(next)!));
    }
    if (lowest.get(point) !== numbers.get(point)) return;
    const circle = open.splice(open.indexOf(point));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const point of arrows.keys()) if (!numbers.has(point)) visit(point);
  return found.sort((one, other) => one[0]! < other[0]! ? -1 : 1);
}

/** From a place, what it may import; `$1` stands for what the first group of `from` found. The first row that fits decides. */
export interface Row {
  from: RegExp;
  may: RegExp;
}
/** Imports that no row allows, as `from → to`. */
export function forbidden(house: House, rows: readonly Row[]): string[] {
  return house.filter(({ path }) => !isTest(path)).flatMap(({ path, imports }) => {
    const row = rows.find(({ from }) => from.test(path));
    if (!row) return [];
    const own = row.from.exec(path)?.[1] ?? "";
    const may = new RegExp(row.may.source.replaceAll("$1", own));
    return imports.filter(({ target }) => !may.test(target)).map(({ target }) => `${path} → ${target}`);
  });
}

/** Folders with more source files than `most`, not counting tests, as `folder: number`. */
export function wide(house: House, most: number, exempt: ReadonlySet<string>): string[] {
  const files = house.filter(({ path }) => !isBesideTests(path)).map(({ path }) => dirname(path));
  return [...new Set(files)].filter((folder) => !exempt.has(folder))
    .map((folder) => ({ folder, n: files.filter((one) => one === folder).length }))
    .filter(({ n }) => n > most).map(({ folder, n }) => `${folder}: ${n}`);
}
