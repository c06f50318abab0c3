import { expect, test } from "vitest";
import { channelThere, identityThere } from "./whaticket.ts";

const person = (number: string, more: { lid?: string; channel?: string; isGroup?: boolean } = {}) =>
  identityThere({ number, lid: "", channel: "", isGroup: false, ...more });

test("a connection without a channel is WhatsApp by QR code, and the official one is told apart by its many names", () => {
  expect(["", "whatsapp", "Facebook", "INSTAGRAM", "whatsapp_oficial", "cloud", "metaapi"].map(channelThere)).toEqual([
    ...["whatsapp", "whatsapp", "facebook", "instagram", "whatsappapi", "whatsappapi", "whatsappapi"],
  ]);
});

test("a number is one person however it was written", () => {
  for (const number of ["5511981000001", "+55 (11) 98100-0001", "5511981000001@s.whatsapp.net", "551181000001"]) {
    expect(person(number)).toMatchObject({ kind: "phone", value: "5511981000001" });
  }
});

test("a hidden id, an account and a group are what they are", () => {
  expect(person("123456789012345@lid")).toEqual({ kind: "lid", value: "123456789012345" });
  expect(person("123456789012345", { lid: "123456789012345@lid" })).toEqual({ kind: "lid", value: "123456789012345" });
  expect(person("7123456789012345678", { channel: "instagram" })).toEqual({
    kind: "igsid",
    value: "7123456789012345678",
  });
  expect(person("5511999990000-1600000000@g.us", { isGroup: true })).toEqual({
    kind: "group",
    value: "5511999990000-1600000000",
  });
});

test("letters, nothing, and too many digits are nobody", () => {
  for (const number of ["", "sem número", "123", "9".repeat(60), "+", "@lid"]) expect(person(number)).toBeNull();
  expect(person("sem número", { isGroup: true })).toBeNull();
});
