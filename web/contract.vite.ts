// The contract as the app needs it: how a call is made, and the fields of what live events change. Who may call, what the server
// checks and what the documentation says stay with the server; forms import the schemas they check with.
import { parseAst, type Plugin } from "vite";

/** What of a call the app reads; the answer only where events patch it. */
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
}
interface Call extends Node {
  callee: { name?: string };
  arguments: (Node & { properties?: Property[] })[];
}

/** All calls of `endpoint` in a tree. */
function* endpoints(tree: unknown): Generator<Call> {
  if (typeof tree !== "object" || tree === null) return;
  const call = tree as Call;
  if (call.type === "CallExpression" && call.callee.name === "endpoint") yield call;
  else for (const part of Object.values(tree)) yield* endpoints(part);
}

/** What of a declared call the app does not read, and what stands there instead. */
function cuts({ arguments: [declared] }: Call): Cut[] {
  const properties = declared?.properties ?? [];
  const isLive = properties.some(({ key }) => key?.name === "live");
  return properties.flatMap(({ key, start, end }) => {
    const name = key?.name;
    if (!name || READ.includes(name) || isLive && name === "response") return [];
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
      const found = [...endpoints(parseAst(code, { lang: "ts" }))].flatMap(cuts).sort((a, b) => b.start - a.start);
      const slim = found.reduce((text, { start, end, instead }) => {
        const rest = text.slice(end);
        return text.slice(0, start) + instead + (instead ? rest : rest.replace(/^\s*,/, ""));
      }, code);
      return { code: withoutUnusedRules(slim), map: null };
    },
  };
}
