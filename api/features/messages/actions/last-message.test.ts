import { expect, test } from "vitest";
import { summary } from "./last-message.ts";

test("a voice note's line is its sign and its length, where that is known", () => {
  expect(summary("audio", "", { seconds: 12.4, waveform: [1] })).toBe("🎤 0:12");
  expect(summary("audio", "", { seconds: 185 })).toBe("🎤 3:05");
  for (const data of [undefined, null, {}, { seconds: "x" }, { seconds: -1 }]) {
    expect(summary("audio", "", data)).toBe("🎤");
  }
});

test("words are what a line says where there are some", () => {
  expect(summary("audio", "escute", { seconds: 12 })).toBe("🎤 escute");
  expect(summary("image", " a\n fachada ", { seconds: 12 })).toBe("📷 a fachada");
  expect(summary("image", "")).toBe("📷");
  expect(summary("chat", "Oi,\ntudo bem?")).toBe("Oi, tudo bem?");
});
