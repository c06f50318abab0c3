import fc from "fast-check";
import { expect, test } from "vitest";
import { fitting } from "../downsize.ts";
import { chooseFormat, limitOf } from "./format.ts";
import { loudness, waveform } from "./levels.ts";

const rule = (types: string[], maxBytes = 100) => ({ maxBytes, types, caption: false });
const whatsapp = { audio: rule(["audio/mp4", "audio/ogg"], 50), voice: rule(["audio/ogg"], 16) };
const instagram = { audio: rule(["audio/mp4", "audio/aac"]), voice: rule(["audio/mp4"]) };
const chromium = (type: string) => /webm|mp4/.test(type);

test("the browser's best format that the channel takes", () => {
  expect(chooseFormat(() => true, whatsapp)?.container).toBe("ogg");
  expect(chooseFormat(chromium, whatsapp)?.container).toBe("webm");
  expect(chooseFormat(chromium, instagram)?.container).toBe("mp4");
  expect(chooseFormat((type) => type === "audio/mp4", whatsapp)).toMatchObject({
    record: "audio/mp4",
    container: "mp4",
  });
  expect(chooseFormat(chromium, null)?.container).toBe("webm");
  expect([chooseFormat(() => false, null), chooseFormat(chromium, {})]).toEqual([null, null]);
});
test("a recording ends where the channel ends", () => {
  const webm = chooseFormat(chromium, whatsapp)!;
  expect([limitOf(webm, whatsapp, 1000), limitOf(webm, null, 1000), limitOf(webm, whatsapp, 10)]).toEqual([
    50,
    1000,
    10,
  ]);
});
test("the shape is 64 bars of 0 to 100, silence stays flat", () => {
  fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (levels) => {
    const bars = waveform(levels);
    expect(bars.length).toBe(64);
    for (const bar of bars) expect(Number.isInteger(bar) && bar >= 0 && bar <= 100).toBe(true);
    if (Math.max(0, ...levels) > 0.02) expect(Math.max(...bars)).toBe(100);
  }));
  expect(new Set(waveform([0, 0.001]))).toEqual(new Set([0, 5]));
  expect([loudness(new Float32Array(8)), loudness(new Float32Array(8).fill(1))]).toEqual([0, 1]);
});
test("a photo keeps its proportions", () => {
  expect([fitting(4000, 3000), fitting(2000, 5120), fitting(2560, 100)]).toEqual(
    [{ width: 2560, height: 1920 }, { width: 1000, height: 2560 }, null],
  );
});
