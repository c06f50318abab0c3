// Files: sealed by the sender, kept at the media host, opened by the receiver. Unlike Baileys, the simulator checks every hash.
import { Buffer } from "node:buffer";
import { decryptCbc, encryptCbc, hkdf, hmac, sha256 } from "../bytes/primitives.ts";

export type MediaName = "image" | "video" | "audio" | "document" | "sticker" | "history" | "app-state";
/** By these words keys for one kind of file fit no other. */
const WORDS: Record<MediaName, string> = {
  image: "WhatsApp Image Keys",
  sticker: "WhatsApp Image Keys",
  video: "WhatsApp Video Keys",
  audio: "WhatsApp Audio Keys",
  document: "WhatsApp Document Keys",
  history: "WhatsApp History Keys",
  "app-state": "WhatsApp App State Keys",
};
const MAC = 10;

/** What a message says about its file. */
export interface MediaFields {
  url?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  fileSha256?: Uint8Array | null;
  fileEncSha256?: Uint8Array | null;
  fileLength?: unknown;
}

function keysOf(kind: MediaName, mediaKey: Uint8Array) {
  const all = hkdf(mediaKey, 112, Buffer.alloc(32), WORDS[kind]);
  return { iv: all.subarray(0, 16), cipher: all.subarray(16, 48), mac: all.subarray(48, 80) };
}
const tagOf = (mac: Buffer, iv: Buffer, sealed: Uint8Array) => hmac(mac, iv, sealed).subarray(0, MAC);

export function sealMedia(kind: MediaName, plain: Uint8Array) {
  const mediaKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const { iv, cipher, mac } = keysOf(kind, mediaKey);
  const sealed = encryptCbc(cipher, iv, plain);
  const blob = Buffer.concat([sealed, tagOf(mac, iv, sealed)]);
  return { blob, mediaKey, fileSha256: sha256(plain), fileEncSha256: sha256(blob), fileLength: plain.length };
}

/** Throws with what does not fit: length, either hash, or the code that proves the key. */
export function openMedia(kind: MediaName, blob: Buffer, fields: MediaFields): Buffer {
  if (!fields.mediaKey || !fields.fileEncSha256 || !fields.fileSha256) {
    throw new Error("The message lacks its file's keys.");
  }
  if (!sha256(blob).equals(Buffer.from(fields.fileEncSha256))) throw new Error("The sealed file's hash does not fit.");
  const { iv, cipher, mac } = keysOf(kind, fields.mediaKey);
  const sealed = blob.subarray(0, -MAC);
  if (!tagOf(mac, iv, sealed).equals(blob.subarray(-MAC))) {
    throw new Error("The file was not sealed with the message's key.");
  }
  const plain = decryptCbc(cipher, iv, sealed);
  if (!sha256(plain).equals(Buffer.from(fields.fileSha256))) throw new Error("The file's hash does not fit.");
  if (Number(fields.fileLength ?? plain.length) !== plain.length) throw new Error("The file's length does not fit.");
  return plain;
}
