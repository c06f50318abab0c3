// A bank's certificate as text (docs/operations.md#payments).
import { expect, test } from "vitest";
import { certificateText } from "./certificate-file.ts";

test("a PEM file is sent as it is, with what stands before it", async () => {
  const text = "Bag Attributes\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  expect(await certificateText(new Blob([text]))).toBe(text);
});

test("a .p12 file is sent in base64", async () => {
  expect(await certificateText(new Blob([new Uint8Array([0x30, 0x82, 0xff, 0x00])]))).toBe("MIL/AA==");
});

test.each([["is empty", 0], ["is longer than any certificate", 40_000]])(
  "a file that %s is refused",
  async (_, size) => {
    expect(await certificateText(new Blob([new Uint8Array(size)]))).toBeNull();
  },
);
