// The microphone, as one mono track of 48 kHz, and how loud it is.
import { loudness } from "./levels.ts";

const RATE = 48_000;

export interface Microphone {
  /** What is recorded. */
  stream: MediaStream;
  /** The sound's own clock, s: it stands while the browser is too busy to give any. Without one, the page's. */
  clock: () => number;
  /** Loudness now, 0–1. */
  level: () => number;
  /** Called when the device was taken away: unplugged, a phone call. */
  onLost: (lost: () => void) => void;
  close: () => void;
}

/** Opens the microphone. Throws the browser's DOMException when it is refused or missing. */
export async function openMicrophone(): Promise<Microphone> {
  const source = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, sampleRate: RATE, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const context = new AudioContext({ sampleRate: RATE });
  await context.resume().catch(() => undefined);
  const input = context.createMediaStreamSource(source);
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  // Some devices give two channels whatever they are asked; WhatsApp's phones play one.
  const mono = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: "explicit" });
  input.connect(analyser);
  input.connect(mono);
  const samples = new Float32Array(analyser.fftSize);
  const running = context.state === "running";
  return {
    stream: running ? mono.stream : source,
    clock: () => running ? context.currentTime : performance.now() / 1000,
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return loudness(samples);
    },
    onLost: (lost) => source.getAudioTracks().forEach((track) => track.addEventListener("ended", lost)),
    close: () => {
      source.getTracks().forEach((track) => track.stop());
      void context.close();
    },
  };
}
