// A form taken apart, however it is cut: what browsers and programs send, and what only an attacker does.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaryOf, BrokenForm, formPieces } from "./multipart.ts";

type Part = [name: string, fileName: string | null, type: string, bytes: number[]];
async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
async function parts(
  body: Uint8Array | string,
  boundary: string,
  sizes: readonly number[] = [1 << 20],
): Promise<Part[]> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const found: Part[] = [];
  for await (const piece of formPieces(cut(bytes, sizes), boundary)) {
    if (piece instanceof Uint8Array) found.at(-1)![3].push(...piece);
    else found.push([piece.name, piece.fileName, piece.type, []]);
  }
  return found;
}
const ascii = (text: string) => [...new TextEncoder().encode(text)];

test("what the platform writes is read as it was, in pieces of any size", async () => {
  // Bytes that look like the beginning of a boundary, of a line and of an end.
  const content = fc.array(fc.constantFrom("\r", "\n", "-", "--", "\r\n--", "a", "ç", "\0"), { maxLength: 30 });
  const name = fc.string({
    unit: fc.constantFrom("a", '"', "\r", "\n", "ç", ";", "=", " ", "م", "😀", "/"),
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, fc.option(name), content), { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }),
      async (wanted, sizes) => {
        const form = new FormData();
        for (const [key, fileName, text] of wanted) {
          if (fileName === null) form.append(key, text.join(""));
          else form.append(key, new File([text.join("")], fileName, { type: "text/csv" }));
        }
        const sent = new Request("http://localhost/", { method: "POST", body: form });
        const boundary = boundaryOf(sent.headers.get("content-type")!);
        const found = await parts(await sent.bytes(), boundary, sizes);
        const line = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");
        expect(found).toEqual(wanted.map(([key, fileName, text]) => [
          line(key),
          fileName,
          fileName === null ? "" : "text/csv",
          ascii(fileName === null ? line(text.join("")) : text.join("")),
        ]));
      },
    ),
  );
});

test.each<[string, string, Part[]]>([
  ["no parts", "--b--\r\n", []],
  ["a preamble and an epilogue", 'x\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\nmore', [[
    "a",
    null,
    "",
    ascii("1"),
  ]]],
  ["an empty part", '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--b--', [["a", null, "", []]]],
  [
    "names without quotes, headers in any case",
    "--b\r\ncontent-disposition: Form-Data; NAME=a; filename=c.txt\r\n\r\n\r\n--b--",
    [[
      "a",
      "c.txt",
      "",
      [],
    ]],
  ],
  [
    "a program's escapes",
    '--b\r\nContent-Disposition: form-data; name="a\\";b"; filename="%22\\".txt"\r\n\r\n\r\n--b--',
    [[
      'a";b',
      '"".txt',
      "",
      [],
    ]],
  ],
  ["a longer boundary inside", '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n-b\r\n--\r\n--b--', [[
    "a",
    null,
    "",
    ascii("\r\n-b\r\n--"),
  ]]],
])("a form with %s is understood", async (_, body, wanted) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(await parts(body, "b", [size]), `pieces of ${size}`).toEqual(wanted);
});

test.each<[string, string]>([
  ["an end before its end", '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ["nothing", ""],
  ["another boundary", '--c\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--c--'],
  ["no line's end after a boundary", '--b Content-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'],
  ["a part without a head", "--b\r\n\r\n1\r\n--b--"],
  ["a part without a name", "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--"],
  ["a part that is no form's", '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--b--'],
  ["a head without end", `--b\r\nContent-Disposition: form-data; name="${"a".repeat(20_000)}`],
  ["a head that ends late", `--b\r\nContent-Disposition: form-data; name="${"a".repeat(20_000)}"\r\n\r\n1\r\n--b--`],
])("a form with %s is refused", async (_, body) => {
  for (const size of [1, 5, 1 << 20]) await expect(parts(body, "b", [size])).rejects.toBeInstanceOf(BrokenForm);
});

describe("a boundary", () => {
  test.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['multipart/form-data; charset=utf-8; boundary="a b;c"', "a b;c"],
    ["Multipart/Form-Data;BOUNDARY=----WebKitFormBoundary7MA4YWxk", "----WebKitFormBoundary7MA4YWxk"],
  ])("is read from %s", (type, wanted) => expect(boundaryOf(type)).toBe(wanted));
  test.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="a',
    `x; boundary=${"a".repeat(71)}`,
  ])(
    "is missed in %s",
    (type) => expect(() => boundaryOf(type)).toThrow(BrokenForm),
  );
});
