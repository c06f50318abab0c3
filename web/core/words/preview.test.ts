import { beforeAll, expect, test } from "vitest";
import i18next from "i18next";
import core from "./i18n/pt.json" with { type: "json" };
import { previewOf, saidLine } from "./preview.ts";

beforeAll(() => i18next.init({ lng: "pt", defaultNS: "core", resources: { pt: { core } } }));

test("what is no text has its sign and a word, a voice note its length", () => {
  expect(previewOf("📷")).toBe("📷 Foto");
  expect(previewOf("🎤 0:12")).toBe("🎤 Áudio 0:12");
  expect(previewOf("📞")).toBe("📞 Ligação");
  expect(previewOf("🏷️")).toBe("🏷️ Figurinha");
});

test("a caption says more than the word for its kind, and words are left as they are", () => {
  expect(previewOf("📷 a fachada")).toBe("📷 a fachada");
  expect(previewOf("📷📷 duas")).toBe("📷📷 duas");
  for (const text of ["", "Bom dia", "0:12", "Veja 📷"]) expect(previewOf(text)).toBe(text);
});

test("a message by its kind reads the same, in one line", () => {
  expect(saidLine({ kind: "image", body: "" })).toBe("📷 Foto");
  expect(saidLine({ kind: "application", body: "nota\n fiscal" })).toBe("📄 nota fiscal");
  expect(saidLine({ kind: "chat", body: " Oi,\nquero rosas " })).toBe("Oi, quero rosas");
  expect(saidLine({ kind: "toString", body: "x" })).toBe("x");
});
