// Shapes messages for the page's script.
import type { MediaKind, PageMessage } from "../sdk/mod.ts";
import type { Visitor } from "./visitor.ts";

export interface WireMessage {
  id: string;
  /** The page's own key of what this visitor wrote. */
  key?: string;
  mine: boolean;
  text: string;
  at: number;
  ack: number;
  deleted: boolean;
  edited: boolean;
  media?: { kind: MediaKind; url: string; mimeType: string; fileName: string; bytes: number };
}

/** The provider's id of what a visitor writes: the same key again is the same message, and nobody else's. */
export function idOf(visitor: Visitor, key: string): string {
  return `v:${visitor.id}:${key}`;
}
/** `path` is the page's own address. */
export function toWire(message: PageMessage, visitor: Visitor, path: string): WireMessage {
  const { id, fromVisitor: mine, text, at, ack, deleted, edited, media } = message;
  const start = idOf(visitor, "");
  return {
    id,
    ...(mine && id.startsWith(start) ? { key: id.slice(start.length) } : {}),
    mine,
    text: deleted ? "" : text,
    at,
    ack,
    deleted,
    edited,
    ...(media && !deleted ? { media: { ...media, url: `${path}/media/${encodeURIComponent(media.url)}` } } : {}),
  };
}
