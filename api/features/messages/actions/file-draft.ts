// A kept file as a message, as a channel can carry it.
import type { Manifest } from "../../../../channels/sdk/mod.ts";
import type { FileKind, StoredFile } from "../../../core/media/media.ts";
import { carriedAs } from "../carried-as.ts";
import type { Outbound } from "./add-outbound.ts";

export type Draft = Pick<Outbound, "body" | "kind" | "mediaId" | "data">;

/** What messages call each kind of file. */
const kinds: Record<FileKind, string> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  sticker: "image",
  document: "application",
};

/**
 * The message of a file; without a manifest as what it is. `captioned` is false where the channel carries no caption with it, which
 * then is a text of its own. Null where the channel does not carry the file at all.
 */
export function fileDraft(
  stored: Pick<StoredFile, "id" | "kind" | "mimeType" | "bytes">,
  caption: string,
  manifest: Manifest | null,
): { draft: Draft; captioned: boolean } | null {
  const kind = manifest ? carriedAs(manifest.media, stored) : stored.kind;
  if (!kind) return null;
  const captioned = !manifest || manifest.media[kind]?.caption === true;
  const data = kind === "voice"
    ? { voice: true }
    : kind === "document" && stored.kind !== "document"
    ? { asDocument: true }
    : null;
  return { draft: { kind: kinds[kind], body: captioned ? caption : "", mediaId: stored.id, data }, captioned };
}
