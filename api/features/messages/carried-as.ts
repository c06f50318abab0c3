// How a channel can carry a file: as what it is, else as a document, else not at all.
import type { Manifest } from "../../../channels/sdk/mod.ts";
import type { FileKind } from "../../core/media/media.ts";

interface Stored {
  kind: FileKind;
  /** By its content; a sound may name its codec: `audio/ogg; codecs=opus`. */
  mimeType: string;
  bytes: number;
}

/** The kind a file goes as; null where the channel does not take it. */
export function carriedAs(media: Manifest["media"], file: Stored): FileKind | null {
  for (const kind of [file.kind, file.kind === "voice" ? "audio" : file.kind, "document"] as const) {
    const rule = media[kind];
    if (rule && file.bytes <= rule.maxBytes && rule.types.some((type) => matches(type, file.mimeType))) return kind;
  }
  return null;
}
const bare = (type: string) => type.split(";")[0] ?? type;
function matches(rule: string, type: string): boolean {
  return rule === "*/*" || bare(rule) === bare(type) || (rule.endsWith("/*") && type.startsWith(rule.slice(0, -1)));
}
