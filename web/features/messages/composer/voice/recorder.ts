// Records a voice note: begins, pauses, keeps it on the device second by second, and hands it to the outbox or throws it away.
import i18next from "i18next";
import { MAX_UPLOAD_BYTES } from "../../../../../api/contract/limits.ts";
import type { ChannelInfo } from "../../../../../api/features/connections/contract.ts";
import { haptic } from "../../../../core/page/haptics.ts";
import { toast } from "../../../../ui/toast.tsx";
import { finish } from "./finish.ts";
import { chooseFormat, limitOf, type VoiceFormat } from "./format.ts";
import { dropKept, holdVoice, isRecorded, keepPart, type KeptVoice, readKept } from "./kept.ts";
import { waveform } from "./levels.ts";
import { type Microphone, openMicrophone } from "./microphone.ts";
import { changeRecording, currentRecording, showRecording } from "./state.ts";

const BITS_PER_SECOND = 24_000;
const CHUNK_MS = 1000;
const LEVEL_MS = 100;
/** A press by mistake; a short yes is longer. */
const MIN_SECONDS = 0.6;
/** From here on a recording nears 512 KB, above which WhatsApp shows no play button. */
const WARN_SECONDS = 160;
/** Left for the last second and the container. */
const SPARE_BYTES = 64 * 1024;

/** A recording that is finished: its file, how long it is, s, and its shape. */
export interface VoiceNote {
  file: File;
  voice: { seconds: number; waveform: number[] };
}
/** Hands a recording to the outbox. Rejects where the device has no room. */
export type Deliver = (note: VoiceNote) => Promise<void>;

interface Live {
  kept: KeptVoice;
  deliver: Deliver;
  chunks: Blob[];
  bytes: number;
  warned: boolean;
  /** Undefined for a recording that was found on the device. */
  tape?: {
    microphone: Microphone;
    recorder: MediaRecorder;
    timer: ReturnType<typeof setInterval>;
    /** The sound's clock when it was last looked at, s. */
    at: number;
  };
  release: () => void;
}
let live: Live | null = null;
const words = (key: string) => i18next.t(`voice.${key}`, { ns: "messages" });
const troubles: Record<string, string> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "noMicrophone",
  NotReadableError: "busy",
};

export interface Beginning {
  ticketId: number;
  note: boolean;
  free: boolean;
  /** What the channel takes; null: everything. */
  media: ChannelInfo["media"] | null;
  deliver: Deliver;
}

/** How this browser records for a channel, null where it cannot. */
export function formatFor(media: ChannelInfo["media"] | null): VoiceFormat | null {
  if (!globalThis.MediaRecorder || !navigator.mediaDevices) return null;
  return chooseFormat((type) => MediaRecorder.isTypeSupported(type), media);
}

function tick({ tape, kept }: Live) {
  if (!tape) return;
  // By the sound's own clock: a hidden page is called once a second, and what is shown is recorded.
  const passed = tape.microphone.clock() - tape.at;
  tape.at += passed;
  if (tape.recorder.state !== "recording") return;
  kept.seconds += passed;
  kept.levels.push(Math.round(tape.microphone.level() * 100) / 100);
  changeRecording({ seconds: kept.seconds, levels: kept.levels.slice() });
}

function addBytes(voice: Live, bytes: Blob) {
  if (bytes.size === 0) return;
  voice.chunks.push(bytes);
  voice.bytes += bytes.size;
  void keepPart(voice.kept, voice.chunks.length - 1, bytes);
  if (voice.bytes > voice.kept.limit - SPARE_BYTES && currentRecording()?.phase === "recording") {
    pause();
    toast.warning(words("full"));
  } else if (!voice.warned && voice.kept.seconds > WARN_SECONDS) {
    voice.warned = true;
    toast.info(words("long"));
  }
}

/** Asks for the microphone and begins. Says why when it cannot. */
export async function begin({ ticketId, note, free, media, deliver }: Beginning): Promise<void> {
  if (currentRecording()) return;
  const format = formatFor(media);
  if (!format) return void toast.error(words("unsupported"));
  const asked = { ticketId, note, phase: "asking", free, seconds: 0, levels: [] } as const;
  showRecording(asked);
  let microphone: Microphone;
  try {
    microphone = await openMicrophone();
  } catch (error) {
    showRecording(null);
    return void toast.error(words(troubles[(error as Error).name] ?? "noMicrophone"));
  }
  const now = currentRecording();
  // Let go, or left, before the microphone was there.
  if (now?.phase !== "asking") return microphone.close();
  if (format.container === "mp4") toast.info(words("plainFile"));
  const recorder = new MediaRecorder(microphone.stream, {
    mimeType: format.record,
    audioBitsPerSecond: BITS_PER_SECOND,
    ...{ audioBitrateMode: "constant" },
  });
  const limit = limitOf(format, media, MAX_UPLOAD_BYTES);
  const voice: Live = {
    kept: { ticketId, note, startedAt: Date.now(), format, limit, seconds: 0, levels: [] },
    deliver,
    chunks: [],
    bytes: 0,
    warned: false,
    tape: { microphone, recorder, timer: setInterval(() => tick(voice), LEVEL_MS), at: microphone.clock() },
    release: holdVoice(ticketId),
  };
  live = voice;
  recorder.ondataavailable = ({ data }) => addBytes(voice, data);
  microphone.onLost(() => live === voice && pause());
  await dropKept(ticketId);
  // Let go meanwhile.
  if (live !== voice) return;
  recorder.start(CHUNK_MS);
  changeRecording({ phase: "recording" });
  haptic("start");
}

/** The buttons decide from now on; the finger may leave. */
export function goFree(): void {
  changeRecording({ free: true });
}

/** Stops for a while; what was said can be heard. */
export function pause(): void {
  const recorder = live?.tape?.recorder;
  if (recorder?.state !== "recording") return;
  recorder.requestData();
  recorder.pause();
  changeRecording({ phase: "paused", free: true });
}

/** Goes on. */
export function resume(): void {
  live?.tape?.recorder.resume();
  changeRecording({ phase: "recording" });
}

/** True while a paused recording can go on: it has room and its microphone. */
export const canResume = (): boolean =>
  live?.tape?.recorder.state === "paused" && live.bytes <= live.kept.limit - SPARE_BYTES;

/** What was recorded so far, as this browser plays it. */
export const recorded = (): Blob => new Blob(live?.chunks, { type: live?.kept.format.record });

/** Stops the tape and waits for its last second. */
async function stopTape(voice: Live) {
  const { tape } = voice;
  if (!tape) return;
  clearInterval(tape.timer);
  tick(voice);
  if (tape.recorder.state !== "inactive") {
    await new Promise((resolve) => {
      tape.recorder.onstop = resolve;
      tape.recorder.stop();
    });
  }
  tape.microphone.close();
  voice.tape = undefined;
}

/** Throws the recording away. */
export async function cancel(): Promise<void> {
  const voice = live;
  live = null;
  showRecording(null);
  if (!voice) return;
  haptic("cancel");
  await stopTape(voice);
  await dropKept(voice.kept.ticketId);
  voice.release();
}

/** Leaves the conversation: the recording stays on the device and is offered when one comes back. */
export async function leave(): Promise<void> {
  const voice = live;
  live = null;
  showRecording(null);
  if (!voice) return;
  await stopTape(voice);
  voice.release();
}

/** Sends the recording, or says why not. */
export async function send(): Promise<void> {
  const voice = live;
  if (!voice || currentRecording()?.phase === "sending") return;
  changeRecording({ phase: "sending", free: true });
  await stopTape(voice);
  const { ticketId, seconds, levels, format, startedAt } = voice.kept;
  if (seconds < MIN_SECONDS) return await discard();
  try {
    const file = await finish(recorded(), format, startedAt);
    await voice.deliver({
      file,
      voice: { seconds: Math.round(seconds * 10) / 10, waveform: waveform(levels) },
    });
  } catch {
    changeRecording({ phase: "found" });
    return void toast.error(words("broken"));
  }
  haptic("send");
  if (live === voice) {
    live = null;
    showRecording(null);
  }
  await dropKept(ticketId);
  voice.release();
}

async function discard() {
  toast.warning(words("short"));
  await cancel();
}

/** Offers what a crash or leaving left of a recording for this ticket. */
export async function find(ticketId: number, note: boolean, deliver: Deliver): Promise<void> {
  if (currentRecording() || await isRecorded(ticketId)) return;
  const found = await readKept(ticketId);
  if (!found || found.voice.note !== note || currentRecording()) return;
  const { voice, chunks } = found;
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  live = { kept: voice, deliver, chunks, bytes, warned: true, release: holdVoice(ticketId) };
  showRecording({ ticketId, note, phase: "found", free: true, seconds: voice.seconds, levels: voice.levels });
}
