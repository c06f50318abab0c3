import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOf } from "./picture/box.ts";
import { callOf, cardsOf, linkOf, mediaState, placeOf, voiceOf } from "../../../core/words/message-data.ts";
import { barsOf } from "./sound/bars.ts";

describe("a message's loose data", () => {
  it("never throws, whatever a provider sent", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.anything()), (data) => {
      for (const read of [placeOf, cardsOf, callOf, linkOf, mediaState, voiceOf]) {
        expect(() => read(data)).not.toThrow();
      }
    }));
    expect([placeOf(null), cardsOf(null), linkOf(null), mediaState(null)]).toEqual([null, null, null, "ready"]);
  });
  it("reads what the server sends", () => {
    expect(placeOf({ latitude: 1, longitude: 2 })).toEqual({ latitude: 1, longitude: 2, name: "", address: "" });
    expect(cardsOf({ contacts: [{ name: "Ana", phones: ["+55"] }] })).toEqual([{ name: "Ana", phones: ["+55"] }]);
    expect(linkOf({ link: { url: "javascript:alert(1)", title: "x" } })).toBeNull();
    expect(voiceOf({ voice: true, seconds: 3, waveform: [0, 50, 900] })).toEqual({ seconds: 3, waveform: [0, 0.5, 1] });
    expect([voiceOf({ voice: true }), voiceOf({ seconds: 0, waveform: [1] })]).toEqual([null, null]);
    expect(mediaState({ media: "pending" })).toBe("pending");
  });
});

describe("places and bars", () => {
  it("keeps a picture's proportions within 320×340", () => {
    expect(boxOf(900, 600)).toEqual({ width: 320, height: 213 });
    expect(boxOf(600, 1200)).toEqual({ width: 170, height: 340 });
    expect(boxOf(null, null)).toEqual({ width: 240, height: 180 });
  });
  it("scales a waveform to its loudest part", () => {
    const bars = barsOf(Float32Array.from({ length: 800 }, (_, i) => i < 400 ? 0.1 : 0.5), 4);
    expect(bars.map((bar) => Math.round(bar * 10) / 10)).toEqual([0.2, 0.2, 1, 1]);
  });
});
