// Which sound format this browser records, and what becomes of it (docs/channels.md#voice-notes).
import type { ChannelInfo } from "../../../../../api/features/connections/contract.ts";

type Media = ChannelInfo["media"];
export interface VoiceFormat {
  /** What the browser is asked to record. */
  record: string;
  /** `ogg` goes as it is, `webm` is put into Ogg, `mp4` goes as an ordinary sound file. */
  container: "ogg" | "webm" | "mp4";
}
const OGG = "audio/ogg";
const MP4 = "audio/mp4";
/** Best first: Firefox has Ogg itself; Chromium and Safari from 18.4 have WebM; older Safari and Instagram take AAC. */
const formats: readonly (VoiceFormat & { sent: string })[] = [
  { record: "audio/ogg;codecs=opus", container: "ogg", sent: OGG },
  { record: "audio/webm;codecs=opus", container: "webm", sent: OGG },
  { record: "audio/mp4;codecs=mp4a.40.2", container: "mp4", sent: MP4 },
  { record: "audio/mp4", container: "mp4", sent: MP4 },
];

const rulesOf = (media: Media | null, type: string) =>
  ["voice", "audio"].flatMap((kind) => media?.[kind] ?? [])
    .filter((rule) => rule.types.some((taken) => taken === type || taken === "audio/*" || taken === "*/*"));

/** How to record for a channel; null media is a note, which takes everything. Null when browser or channel cannot. */
export function chooseFormat(supported: (type: string) => boolean, media: Media | null): VoiceFormat | null {
  return formats.find(({ record, sent }) => supported(record) && (!media || rulesOf(media, sent).length > 0)) ?? null;
}

/** The most bytes a channel takes of a recording. */
export function limitOf(format: VoiceFormat, media: Media | null, whole: number): number {
  const rules = rulesOf(media, format.container === "mp4" ? MP4 : OGG);
  return Math.min(whole, ...(rules.length ? [Math.max(...rules.map((rule) => rule.maxBytes))] : []));
}
