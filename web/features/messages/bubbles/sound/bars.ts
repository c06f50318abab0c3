// The shape of a voice message: loudness in so many bars, 0 to 1. Decoded once per file, and not at all for long ones.
import { blobOf } from "../../../../core/device/media.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const known = new Map<string, Promise<number[] | null>>();

/** The loudest of each slice, scaled to the loudest of all. */
export function barsOf(samples: Float32Array, count: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / count));
  const bars = Array.from({ length: count }, (_, bar) => {
    let top = 0;
    for (let i = bar * size; i < Math.min(samples.length, (bar + 1) * size); i += 8) {
      top = Math.max(top, Math.abs(samples[i] ?? 0));
    }
    return top;
  });
  const loudest = Math.max(...bars, 0.001);
  return bars.map((bar) => bar / loudest);
}

/** The bars of a file by its object URL; null where it cannot be decoded. */
export function waveformOf(url: string, count: number): Promise<number[] | null> {
  const made = known.get(url) ?? (async () => {
    try {
      const file = blobOf(url);
      if (!file || file.size > MAX_BYTES) return null;
      const data = await file.arrayBuffer();
      const sound = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(data);
      return barsOf(sound.getChannelData(0), count);
    } catch {
      return null;
    }
  })();
  known.set(url, made);
  return made;
}
