// The one thing that plays sound files: it goes on while one browses other conversations, and the next voice note follows.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useMemo } from "react";
import type { Message } from "../../../api/features/messages/contract.ts";
import { playbackSpeedAtom } from "../../core/who/preferences.ts";

export interface Note {
  id: number;
  ticketId: number;
  createdAt: string;
  /** Whose voice it is. */
  name: string;
  url: string;
}
export interface Playing {
  note: Note;
  on: boolean;
  /** Seconds. */
  at: number;
  length: number;
}
const jotai = getDefaultStore();
const playingAtom = atom<Playing | null>(null);
/** Notes that were on screen: what may follow. */
const known = new Map<number, Note>();
/** Messages on screen now, so that the strip shows only for what is elsewhere. */
const shownAtom = atom<ReadonlySet<number>>(new Set<number>());
let sound: HTMLAudioElement | undefined;

function change(part: Partial<Playing>) {
  jotai.set(playingAtom, (now) => now && { ...now, ...part });
}

/** The note after this one, in its conversation. */
export function nextOf(note: Note, notes: Iterable<Note>): Note | undefined {
  const after = (a: Note, b: Note) => a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id);
  return [...notes].filter((other) => other.ticketId === note.ticketId && after(other, note))
    .sort((a, b) => after(a, b) ? 1 : -1)[0];
}

function player(): HTMLAudioElement {
  if (sound) return sound;
  const made = sound = new Audio();
  made.onplay = () => change({ on: true });
  made.onpause = () => change({ on: false });
  made.ontimeupdate = () => change({ at: made.currentTime });
  made.ondurationchange = () => Number.isFinite(made.duration) && change({ length: made.duration });
  made.onended = () => {
    const now = jotai.get(playingAtom);
    const next = now && nextOf(now.note, known.values());
    if (next) void play(next);
    else jotai.set(playingAtom, null);
  };
  jotai.sub(playbackSpeedAtom, () => made.playbackRate = jotai.get(playbackSpeedAtom));
  return made;
}

/** Plays a note from a moment on, seconds; the one that played stops. Rejects when the browser cannot play it. */
export async function play(note: Note, from = 0): Promise<void> {
  const made = player();
  const same = jotai.get(playingAtom)?.note.id === note.id;
  if (!same) {
    jotai.set(playingAtom, { note, on: false, at: from, length: 0 });
    made.src = note.url;
  }
  made.currentTime = from;
  made.defaultPlaybackRate = made.playbackRate = jotai.get(playbackSpeedAtom);
  await made.play();
}

export function pausePlaying(): void {
  sound?.pause();
}
/** Goes on where it was paused. */
export function continuePlaying(): void {
  void sound?.play().catch(() => undefined);
}
/** Moves within what plays, seconds. */
export function seek(to: number): void {
  if (!sound) return;
  sound.currentTime = to;
  change({ at: to });
}
/** Stops and forgets it. */
export function stopPlaying(): void {
  sound?.pause();
  jotai.set(playingAtom, null);
}

/** A note is on screen, and may follow another. Answers a function for when it leaves. */
export function showNote(note: Note): () => void {
  known.set(note.id, note);
  jotai.set(shownAtom, (shown) => new Set(shown).add(note.id));
  return () => jotai.set(shownAtom, (shown) => new Set([...shown].filter((id) => id !== note.id)));
}

/** Follows a message's playing; null while it does not play. */
export function usePlaying(id: Message["id"]): Playing | null {
  return useAtomValue(useMemo(() => selectAtom(playingAtom, (now) => now?.note.id === id ? now : null), [id]));
}

const elsewhereAtom = atom((get) => {
  const now = get(playingAtom);
  return now && !get(shownAtom).has(now.note.id) ? now : null;
});
/** What plays while its bubble is not on screen. */
export const usePlayingElsewhere = (): Playing | null => useAtomValue(elsewhereAtom);
