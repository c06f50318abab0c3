import { expect, test } from "vitest";
import { warningsOf } from "./warnings.ts";

test("a start warns of an address that others reach without HTTPS, and of no other", () => {
  const warned = (PUBLIC_URL: string) => warningsOf({ PUBLIC_URL }).length === 1;
  const open = [
    "http://inbox.example.com",
    "http://192.168.0.7:8080",
    "http://8.8.8.8",
    "http://localhost.example.com",
  ];
  expect(open.filter((url) => !warned(url))).toEqual([]);
  const fine = ["https://inbox.example.com", "http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"];
  expect(fine.filter(warned)).toEqual([]);
});
