// Whether a channel carries a file, known before it is sent: as what it is, else as a document (the server's own rule).
import { MAX_UPLOAD_BYTES } from "../../../../../api/contract/limits.ts";
import type { ChannelInfo } from "../../../../../api/features/connections/contract.ts";

export type FileTrouble = { code: "tooBig"; max: number } | { code: "unsupported" };
type Media = ChannelInfo["media"];

const bare = (type: string) => type.split(";")[0];
const matches = (rule: string, type: string) =>
  rule === "*/*" || bare(rule) === bare(type) || (rule.endsWith("/*") && type.startsWith(rule.slice(0, -1)));

/** Image, video, audio or document, by the file's type. */
export function kindOf(type: string): "image" | "video" | "audio" | "document" {
  const [kind] = type.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "document";
}

/** What is wrong with a file for this channel; null when it goes. A note takes everything that can be stored. */
export function troubleWith(
  file: Pick<File, "type" | "size">,
  media: Media | null,
): FileTrouble | null {
  if (file.size > MAX_UPLOAD_BYTES) return { code: "tooBig", max: MAX_UPLOAD_BYTES };
  if (media === null) return null;
  const rules = [kindOf(file.type), "document"].flatMap((kind) => media[kind] ?? [])
    .filter((rule) => rule.types.some((type) => matches(type, file.type || "application/octet-stream")));
  if (rules.length === 0) return { code: "unsupported" };
  const max = Math.max(...rules.map((rule) => rule.maxBytes));
  return file.size > max ? { code: "tooBig", max } : null;
}
