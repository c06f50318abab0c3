import { describe, expect, test } from "vitest";
import { capsOf, isCharacter, type Press, strokeOf, strokesOf } from "./keys.ts";

const press = (key: string, code: string, more: Partial<Press> = {}): Press => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
  composing: false,
  ...more,
});

describe("a key is read", () => {
  test.each([
    ["e", "KeyE"],
    ["E", "KeyE"],
    ["e", "KeyD"],
  ])("by the letter it writes, wherever the layout has it: %s at %s", (key, code) => {
    expect(strokeOf(press(key, code), false)).toBe("e");
  });
  test.each([["о", "KeyJ", "j"], ["ξ", "KeyJ", "j"], ["ش", "KeyA", "a"]])(
    "by its place where it writes another script: %s",
    (key, code, letter) => expect(strokeOf(press(key, code), false)).toBe(letter),
  );
  test("as an i when it writes ı or İ", () => {
    expect(["i", "ı", "İ"].map((key) => strokeOf(press(key, "Quote"), false))).toEqual(["i", "i", "i"]);
  });
  test("by its own letter or sign when a layout has one there", () => {
    expect([strokeOf(press("ğ", "KeyE"), false), strokeOf(press("'", "KeyQ"), false)]).toEqual([null, null]);
  });
  test("as a sign when the layout needs Shift or AltGr for it", () => {
    expect(strokeOf(press("?", "Slash", { shiftKey: true }), false)).toBe("?");
    expect(strokeOf(press("/", "Digit7", { shiftKey: true }), false)).toBe("/");
    expect(strokeOf(press("/", "KeyQ", { altGraph: true, ctrlKey: true, altKey: true }), false)).toBe("/");
  });
  test("as nothing while an input method composes", () => {
    expect(strokeOf(press("k", "KeyK", { composing: true }), false)).toBeNull();
    expect(strokeOf(press("Process", "KeyK"), false)).toBeNull();
  });
});

describe("held keys", () => {
  test("Ctrl is the command key, ⌘ on a Mac", () => {
    expect(strokeOf(press("k", "KeyK", { ctrlKey: true }), false)).toBe("Mod+k");
    expect(strokeOf(press("k", "KeyK", { metaKey: true }), true)).toBe("Mod+k");
    expect(strokeOf(press("k", "KeyK", { ctrlKey: true }), true)).toBe("Ctrl+k");
  });
  test("Option writes signs on a Mac and is a command all the same", () => {
    expect(strokeOf(press("∆", "KeyJ", { altKey: true }), true)).toBe("Alt+j");
    expect(strokeOf(press("Dead", "KeyE", { altKey: true, ctrlKey: true }), true)).toBe("Ctrl+Alt+e");
  });
  test("AltGr writes signs and is no command key", () => {
    expect(strokeOf(press("€", "KeyE", { altGraph: true }), false)).toBeNull();
    expect(strokeOf(press("€", "KeyE", { ctrlKey: true, altKey: true }), false)).toBeNull();
    expect(strokeOf(press("e", "KeyE", { ctrlKey: true, altKey: true }), false)).toBe("Mod+Alt+e");
  });
  test("Shift makes another key of a letter", () => {
    expect(strokeOf(press("E", "KeyE", { shiftKey: true }), false)).toBe("Shift+e");
  });
});

test("a binding is compared in the platform's own keys", () => {
  expect([strokesOf("Ctrl+Alt+e", false), strokesOf("Ctrl+Alt+e", true)]).toEqual([["Mod+Alt+e"], ["Ctrl+Alt+e"]]);
  expect(strokesOf("g i", false)).toEqual(["g", "i"]);
});

test("keys of a single letter or sign are commands only while they are turned on", () => {
  expect(["e", "g i", "?", "Alt+j", "Mod+k"].map(isCharacter)).toEqual([true, true, true, false, false]);
});

test("keys are shown as they are printed, also on Turkish keyboards", () => {
  expect(capsOf("g i", "tr", false)).toEqual([["G"], ["İ"]]);
  expect(capsOf("Mod+k", "pt", false)).toEqual([["Ctrl", "K"]]);
  expect(capsOf("Ctrl+Alt+e", "pt", true)).toEqual([["⌃", "⌥", "E"]]);
});
