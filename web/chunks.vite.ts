// Which file of the built app a module goes to. A rule of the graph: what is loaded together is one file, what two lazy parts
// share is in one that both load, and everything else stays with the only part that needs it. No file can come to import another
// in a circle (such files do not start): what a shared module imports is shared by the same parts.
import type { Plugin } from "vite";

export interface Module {
  /** What it imports at once. */
  imports: readonly string[];
  /** What it loads later. */
  lazy: readonly string[];
  /** Characters of its source. */
  size?: number;
}
export type Graph = ReadonlyMap<string, Module>;

/** A file that is named after what it starts with; each has what those before it have not. */
export interface Start {
  name: string;
  roots: RegExp;
}

/** What `roots` load at once, but for what is there already. */
function reach(graph: Graph, roots: Iterable<string>, there: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || there.has(id)) continue;
    found.add(id);
    open.push(...graph.get(id)?.imports ?? []);
  }
  return found;
}

/**
 * Small parts whose root has such a name are one file, and those that load the heavy modules another one: a file of its own costs more
 * than it saves of a few kilobytes.
 */
export interface Small {
  name: string;
  roots: RegExp;
  /** Most characters of source of a part. */
  most: number;
}

/** A part of the app that is loaded when it is asked for: a screen, a dialog. */
interface Part {
  root: string;
  has: Set<string>;
}

/** The part in whose presence alone another one is loaded, and of that the same: a dialog's is its screen. */
function bases(graph: Graph, parts: readonly Part[], placed: ReadonlySet<string>): Map<string, string> {
  const above = new Map(parts.map(({ root }) => {
    const askers = [...graph].filter(([, { lazy }]) => lazy.includes(root)).map(([id]) => id);
    const around = new Set(parts.filter(({ has }) => askers.some((id) => has.has(id))).map((part) => part.root));
    around.delete(root);
    const [only] = around;
    return [root, around.size === 1 && !askers.some((id) => placed.has(id)) ? only! : root];
  }));
  const baseOf = (root: string, seen = new Set<string>()): string => {
    const next = above.get(root)!;
    return next === root || seen.has(root) ? root : baseOf(next, seen.add(root));
  };
  return new Map(parts.map(({ root }) => [root, baseOf(root)]));
}

/**
 * The file of each module that has a place: those of `starts` with what they load at once; `more` with what two parts share;
 * `heavy.name` with what is shared only by parts that load the heavy modules anyway; those of
 * `small` with small parts that have what they need to themselves. The rest is left to the bundler.
 */
export function placeModules(
  graph: Graph,
  starts: readonly Start[],
  heavy: { name: string; test: RegExp },
  small: readonly Small[] = [],
): Map<string, string> {
  const ids = [...graph.keys()];
  const files = new Map<string, string>();
  const placed = new Set<string>();
  for (const { name, roots } of starts) {
    for (const id of reach(graph, ids.filter((id) => roots.test(id)), placed)) {
      files.set(id, name);
      placed.add(id);
    }
  }
  const roots = new Set([...graph.values()].flatMap(({ lazy }) => lazy).filter((id) => !placed.has(id)));
  const parts = [...roots].map((root): Part => ({ root, has: reach(graph, [root], placed) }));
  const base = bases(graph, parts, placed);
  const isHeavy = new Set(parts.filter(({ has }) => [...has].some((id) => heavy.test.test(id))));
  for (const id of ids) {
    const users = parts.filter(({ has }) => has.has(id));
    if (new Set(users.map(({ root }) => base.get(root))).size < 2) continue;
    files.set(id, users.every((part) => isHeavy.has(part)) ? heavy.name : "more");
  }
  for (const { name, roots, most } of small) {
    for (const part of parts.filter(({ root }) => roots.test(root))) {
      const own = [...part.has].filter((id) => !files.has(id));
      const alone = own.every((id) => parts.every((other) => other === part || !other.has.has(id)));
      const size = own.reduce((sum, id) => sum + (graph.get(id)?.size ?? 0), 0);
      if (!alone || size > most) continue;
      for (const id of own) files.set(id, isHeavy.has(part) ? `${name}-${heavy.name}` : name);
    }
  }
  return files;
}

/** The plugin reads the graph of a build when it is complete; `nameOf` then answers a module's file. */
export function chunks(
  ...rules: [starts: readonly Start[], heavy: { name: string; test: RegExp }, small: readonly Small[]]
) {
  let files = new Map<string, string>();
  const plugin: Plugin = {
    name: "chunks",
    apply: "build",
    buildEnd() {
      const graph = new Map([...this.getModuleIds()].map((id) => {
        const { importedIds, dynamicallyImportedIds, code } = this.getModuleInfo(id)!;
        return [id, { imports: importedIds, lazy: dynamicallyImportedIds, size: code?.length ?? 0 }];
      }));
      files = placeModules(graph, ...rules);
    },
  };
  return { plugin, nameOf: (id: string) => files.get(id) ?? null };
}
