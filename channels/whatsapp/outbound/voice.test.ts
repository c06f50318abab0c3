// A voice note is Ogg with Opus, one channel, or it is none.
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from "mediabunny";
import { expect, test } from "vitest";
import { packets, recording } from "../testing/opus.ts";
import { asVoiceNote } from "./voice.ts";

async function insideOf(file: Blob) {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const track = (await input.getPrimaryAudioTrack())!;
  const found: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) found.push(data);
  return { container: (await input.getFormat()).name, channels: await track.getNumberOfChannels(), packets: found };
}

test.each(["webm", "mkv", "mp4"] as const)("%s is put into Ogg, packet by packet", async (container) => {
  const note = await asVoiceNote(await recording(container, 3));
  expect(note?.seconds).toBe(3);
  expect(note?.file.type).toBe("audio/ogg; codecs=opus");
  const inside = await insideOf(note!.file);
  expect([inside.container, inside.channels]).toEqual(["Ogg", 1]);
  expect(inside.packets).toEqual(packets(3));
});

test("Ogg stays as it is; its length and bars are read from it", async () => {
  const file = await recording("ogg", 6.4);
  const note = await asVoiceNote(file);
  expect(note?.file).toBe(file);
  expect(note?.seconds).toBe(6);
  expect(note?.waveform).toHaveLength(64);
  expect([note?.waveform[2], note?.waveform[32], note?.waveform[60]]).toEqual([25, 100, 25]);
});

test("a note shorter than half a second has a length, and as many bars as any", async () => {
  const note = await asVoiceNote(await recording("webm", 0.1));
  expect(note?.seconds).toBe(1);
  expect(note?.waveform).toHaveLength(64);
  expect(note?.waveform.every((bar) => bar >= 0 && bar <= 100)).toBe(true);
});

test.each([
  ["two channels", () => recording("webm", 1, 2)],
  ["two channels in Ogg", () => recording("ogg", 1, 2)],
  ["another coding", () => recording("mp4", 1, 1, "aac")],
  ["nothing in it", () => recording("webm", 0)],
  ["no recording at all", () => Promise.resolve(new Blob(["not a recording"]))],
  ["an empty file", () => Promise.resolve(new Blob([]))],
])("%s is no voice note", async (_, make) => {
  expect(await asVoiceNote(await make())).toBeNull();
});
