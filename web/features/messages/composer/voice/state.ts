// What is being recorded, for the screen. One recording at a time in a window.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { holdUpdates } from "../../../../core/page/unsaved.ts";

export interface Recording {
  ticketId: number;
  note: boolean;
  /** `asking` for the microphone, `found` after a crash or when one comes back, `sending` while it is put together. */
  phase: "asking" | "recording" | "paused" | "found" | "sending";
  /** The finger may leave: the buttons decide. */
  free: boolean;
  seconds: number;
  /** Loudness of each tenth of a second, 0–1. */
  levels: readonly number[];
}
const recordingAtom = atom<Recording | null>(null);
const jotai = getDefaultStore();

/** The recording of this window, outside of components. */
export const currentRecording = (): Recording | null => jotai.get(recordingAtom);

let letGo: (() => void) | undefined;

/** Shows a recording, or that there is none any more. A new version of the app waits meanwhile. */
export function showRecording(next: Recording | null): void {
  jotai.set(recordingAtom, next);
  if (next) letGo ??= holdUpdates("recording");
  else {
    letGo?.();
    letGo = undefined;
  }
}
/** Changes a part of what is shown. */
export function changeRecording(part: Partial<Recording>): void {
  jotai.set(recordingAtom, (now) => now && { ...now, ...part });
}

/** Follows the recording of a conversation's box; null while another one, or none, is being recorded. */
export function useRecording(ticketId: number, note: boolean): Recording | null {
  const now = useAtomValue(recordingAtom);
  return now?.ticketId === ticketId && now.note === note ? now : null;
}
