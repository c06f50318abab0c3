// One soft sound for new messages. The browser makes it, so there is no file to load; one tab plays it for all of them.
import { getDefaultStore } from "jotai";
import { volumeAtom } from "./who/preferences.ts";

let context: AudioContext | undefined;

function note(at: number, frequency: number, volume: number) {
  if (!context) return;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "sine";
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume * 0.3, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.4);
}

/** Plays the sound of a new message at the device's volume. Silent where the browser has not allowed sound yet. */
export async function playSound(): Promise<void> {
  const volume = getDefaultStore().get(volumeAtom);
  if (volume === 0) return;
  await navigator.locks.request("recado.sound", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    try {
      context ??= new AudioContext();
      if (context.state === "suspended") await context.resume();
      note(context.currentTime, 660, volume);
      note(context.currentTime + 0.12, 880, volume);
    } catch { /* no sound device, or no gesture yet */ }
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
}
