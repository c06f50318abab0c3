// The contract as the app needs it: how a call is made, and the fields of what live events change. Who may call, what the server
// checks and what the documentation says stay with the server; forms import the schemas they check with.
import { parseAst, type Plugin } from "vite";

/** What of a call the app reads; the answer only where events patch it, or where it is a record of which an event tells. */
const READ = ["method", "path", "upload", "live"];
const ASKED = ["query", "params"];

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Cut {
  start: number;
  end: number;
  instead: string;
}
interface Property extends Node {
  key?: { name?: string };
  value?: { type: string; name?: string };
}
interface Call extends Node {
  callee: { name?: string };
  arguments: (Node & { name?: string; properties?: Property[] })[];
}
type Tree = ReturnType<typeof parseAst>;

/** All calls of a function in a tree. */
function* calls(of: string, tree: unknown): Generator<Call> {
  if (typeof tree !== "object" || tree === null) return;
  const call = tree as Call;
  if (call.type === "CallExpression" && call.callee.name === of) yield call;
  else for (const part of Object.values(tree)) yield* calls(of, part);
}

/** Names of records of which events tell: this contract's own, and what it has from other features. */
function recordNames(tree: Tree): Set<string | undefined> {
  const imported = tree.body.flatMap((node) =>
    node.type === "ImportDeclaration" && node.source.value.endsWith("/contract.ts") ? node.specifiers : []
  );
  const own = [...calls("changes", tree)].map(({ arguments: [, , , record] }) => record?.name);
  return new Set([...own, ...imported.map(({ local }) => local.name)]);
}

/** What of a declared call the app does not read, and what stands there instead. */
function cuts({ arguments: [declared] }: Call, records: ReadonlySet<string | undefined>): Cut[] {
  const properties = declared?.properties ?? [];
  const isLive = properties.some(({ key }) => key?.name === "live");
  return properties.flatMap(({ key, value, start, end }) => {
    const name = key?.name;
    if (!name || READ.includes(name)) return [];
    if (name === "response" && (isLive || value?.type === "Identifier" && records.has(value.name))) return [];
    // Whether a list is filtered decides how events change it.
    return [{ start, end, instead: isLive && ASKED.includes(name) ? `${name}: true` : "" }];
  });
}

/** The text without its imports of rules that nothing in it reads any more: whoever checks with them imports them. */
function withoutUnusedRules(text: string): string {
  const imports = parseAst(text, { lang: "ts" }).body.flatMap((node) =>
    node.type === "ImportDeclaration" && /\/contract\/(rules|programs)\//.test(node.source.value) ? [node] : []
  );
  return imports.toReversed().reduce((left, { start, end, specifiers }) => {
    const rest = left.slice(0, start) + left.slice(end);
    return specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest)) ? left : rest;
  }, text);
}

/** Leaves of each call in a feature's contract what the app reads. */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    transform(code, id) {
      if (!/[/]api[/]features[/].*contract\.ts$/.test(id)) return;
      const tree = parseAst(code, { lang: "ts" });
      const records = recordNames(tree);
      const found = [...calls("endpoint", tree)].flatMap((call) => cuts(call, records)).sort((a, b) =>
        b.start - a.start
      );
      const slim = found.reduce((text, { start, end, instead }) => {
        const rest = text.slice(end);
        return text.slice(0, start) + instead + (instead ? rest : rest.replace(/^\s*,/, ""));
      }, code);
      return { code: withoutUnusedRules(slim), map: null };
    },
  };
}
