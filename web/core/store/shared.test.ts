import { expect, test } from "vitest";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../api/contract/limits.ts";
import { sharedText, sortFiles } from "./shared.ts";

test("title, text and address become one text that repeats none of them", () => {
  expect(sharedText(["a nota", "Segue a nota", "https://x.com.br/n"])).toBe("Segue a nota\nhttps://x.com.br/n");
  expect(sharedText([null, "Veja https://x.com.br/n", "https://x.com.br/n"])).toBe("Veja https://x.com.br/n");
  expect(sharedText(["oi", " oi ", null])).toBe("oi");
  expect(sharedText(["Pedido", "", "https://x.com.br"])).toBe("Pedido\nhttps://x.com.br");
  expect(sharedText([null, null, null])).toBe("");
});

test("a text is cut when it is longer than a message", () => {
  expect(sharedText([null, "a".repeat(10_000), null])).toHaveLength(4096);
});

test("files that are too large, empty or too many are left out with the reason", () => {
  const file = (name: string, size: number) => ({ name, size }) as File;
  const many = Array.from({ length: MAX_UPLOAD_FILES }, (_, i) => file(`${i}.png`, 1));
  const { kept, left } = sortFiles([
    file("0.mp4", MAX_UPLOAD_BYTES + 1),
    file("e.txt", 0),
    ...many,
    file("last.png", 1),
  ]);
  expect(kept).toEqual(many);
  expect(left).toEqual([
    { name: "0.mp4", size: MAX_UPLOAD_BYTES + 1, why: "tooBig" },
    { name: "e.txt", size: 0, why: "empty" },
    { name: "last.png", size: 1, why: "tooMany" },
  ]);
  expect(sortFiles([file("limit.mp4", MAX_UPLOAD_BYTES)]).left).toEqual([]);
});
