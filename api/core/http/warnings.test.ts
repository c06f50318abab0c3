import { expect, test } from "vitest";
import { warningsOf } from "./warnings.ts";

test("a start warns of an address that others reach without HTTPS, and of no other", () => {
  const warned = (PUBLIC_URL: string) => warningsOf({ PUBLIC_URL }, false).length === 1;
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

test("a start warns of a database login that is a superuser", () => {
  const PUBLIC_URL = "https://inbox.example.com";
  expect(warningsOf({ PUBLIC_URL }, true)).toEqual([expect.stringContaining("is a superuser")]);
  expect(warningsOf({ PUBLIC_URL }, false)).toEqual([]);
});

test("a start warns of a database over a network whose certificate nobody checks, and of no other", () => {
  const warned = (DATABASE_URL: string) =>
    warningsOf({ PUBLIC_URL: "https://inbox.example.com", DATABASE_URL }, false).length === 1;
  const open = [
    "postgres://recado:x@db.example.com/recado",
    "postgres://recado:x@db.example.com/recado?sslmode=require",
    "postgres://recado:x@10.0.0.7:5432/recado?sslmode=prefer",
  ];
  expect(open.filter((url) => !warned(url))).toEqual([]);
  const fine = [
    "postgres://recado:x@db.example.com/recado?sslmode=verify-full",
    "postgres://recado:x@localhost/recado",
    "postgres://recado:x@127.0.0.1:5433/recado",
    "postgres://recado:x@postgres:5432/recado",
  ];
  expect(fine.filter(warned)).toEqual([]);
});
