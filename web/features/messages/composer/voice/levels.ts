// The shape of a voice note from what was heard while recording: no decoding afterwards.
import { VOICE_BARS } from "../../../../../api/contract/limits.ts";

/** Loudness of a moment, 0–1: the root mean square, stretched so that ordinary speech fills half. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) * 4);
}

/** 64 bars of 0–100, scaled to the loudest; fewer moments are stretched, silence stays flat. */
export function waveform(levels: readonly number[]): number[] {
  const loudest = Math.max(0.02, ...levels);
  return Array.from({ length: VOICE_BARS }, (_, bar) => {
    const from = Math.floor(bar * levels.length / VOICE_BARS);
    const to = Math.max(from + 1, Math.floor((bar + 1) * levels.length / VOICE_BARS));
    const top = Math.max(0, ...levels.slice(from, to));
    return Math.round(100 * top / loudest);
  });
}
