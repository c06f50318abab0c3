// The account's settings that all its devices share: kept as the patches that clients upload, never read by the server.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { child, children, type Node, node } from "../nodes/node.ts";
import type { Query } from "./query.ts";

export function appState({ companion, asked }: Query): Node[] {
  return [node("sync", {}, children(asked, "collection").map((one) => collection(companion.person.appState, one)))];
}

function collection(
  states: Map<string, Buffer[]>,
  { attrs, ...stanza }: Node & { attrs: Record<string, string> },
): Node {
  const name = attrs.name ?? "";
  const patches = states.get(name) ?? [];
  states.set(name, patches);
  const has = Number(attrs.version ?? 0);
  const upload = child({ attrs, ...stanza }, "patch")?.content;
  if (Buffer.isBuffer(upload)) {
    if (has !== patches.length) {
      return node("collection", { name, type: "error" }, [node("error", { code: "409", text: "conflict" })]);
    }
    patches.push(upload);
    return node("collection", { name, version: patches.length });
  }
  const later = patches.slice(has).map((bytes, index) => {
    const patch = proto.SyncdPatch.decode(bytes);
    patch.version = { version: has + index + 1 };
    return node("patch", {}, proto.SyncdPatch.encode(patch).finish());
  });
  const version = { name, version: patches.length, has_more_patches: "false" };
  return node("collection", version, [node("patches", {}, later)]);
}
