import { useEffect, useState } from "react";
import { waveformOf } from "./bars.ts";

const BARS = 36;
const flat = Array.from({ length: BARS }, () => 0.25);

/** A voice note's bars, 0–1: as its recorder sent them, else from the file. */
export function useBars(url: string | undefined, sent: readonly number[] | undefined): readonly number[] {
  const [bars, setBars] = useState<readonly number[]>(flat);
  useEffect(() => {
    if (sent) return;
    let there = true;
    if (url) void waveformOf(url, BARS).then((made) => there && made && setBars(made));
    return () => {
      there = false;
    };
  }, [url, sent !== undefined]);
  return sent ?? bars;
}

/** How long a sound is, seconds: as its recorder said, else as the browser reads it; 0 until known. */
export function useLength(url: string | undefined, said: number | undefined): number {
  const [length, setLength] = useState(0);
  useEffect(() => {
    if (!url || said) return;
    const sound = new Audio();
    sound.preload = "metadata";
    sound.onloadedmetadata = () => setLength(Number.isFinite(sound.duration) ? sound.duration : 0);
    sound.src = url;
    return () => sound.removeAttribute("src");
  }, [url, said]);
  return said ?? length;
}
