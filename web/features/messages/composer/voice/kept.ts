// A recording on the device while it is made, second by second: what was said survives a crash and a closed tab.
import { store } from "../../../../core/store/store.ts";
import type { VoiceFormat } from "./format.ts";

export interface KeptVoice {
  ticketId: number;
  note: boolean;
  startedAt: number;
  format: VoiceFormat;
  /** The most bytes its channel takes. */
  limit: number;
  seconds: number;
  levels: number[];
}
const head = (ticketId: number) => `voice.${ticketId}`;
const part = (ticketId: number, index: number) => `${head(ticketId)}.${String(index).padStart(6, "0")}`;
const parts = (ticketId: number) => IDBKeyRange.bound(`${head(ticketId)}.`, `${head(ticketId)}.~`);

/** Keeps the next second, and what is known of the whole by now. A full disk loses this safety, not the recording. */
export async function keepPart(voice: KeptVoice, index: number, bytes: Blob): Promise<void> {
  try {
    const transaction = (await store())?.transaction("meta", "readwrite");
    await Promise.all([
      transaction?.store.put(bytes, part(voice.ticketId, index)),
      transaction?.store.put(voice, head(voice.ticketId)),
      transaction?.done,
    ]);
  } catch { /* it stays in memory */ }
}

/** What was being recorded for a ticket and was neither sent nor thrown away. */
export async function readKept(ticketId: number): Promise<{ voice: KeptVoice; chunks: Blob[] } | null> {
  const db = await store();
  const voice = await db?.get("meta", head(ticketId)) as KeptVoice | undefined;
  if (!db || !voice) return null;
  const chunks = await db.getAll("meta", parts(ticketId)) as Blob[];
  return chunks.length > 0 ? { voice, chunks } : null;
}

/** How many recordings of this device were neither sent nor thrown away. */
export async function countKept(): Promise<number> {
  const keys = await (await store())?.getAllKeys("meta", IDBKeyRange.bound("voice.", "voice.~")).catch(() => []) ?? [];
  return keys.filter((key) => /^voice\.\d+$/.test(key)).length;
}

/** It was sent or thrown away. */
export async function dropKept(ticketId: number): Promise<void> {
  const transaction = (await store())?.transaction("meta", "readwrite");
  await Promise.all([
    transaction?.store.delete(head(ticketId)),
    transaction?.store.delete(parts(ticketId)),
    transaction?.done,
  ]);
}

/** While this page records for a ticket, no other takes the half recording for a lost one. */
const lockName = (ticketId: number) => `recado.voice.${ticketId}`;

/** Holds the recording of a ticket until the answered function is called. */
export function holdVoice(ticketId: number): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  void navigator.locks.request(lockName(ticketId), () => held);
  return release;
}
/** True while some page records for a ticket. */
export async function isRecorded(ticketId: number): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName(ticketId));
}
