import { expect, test } from "vitest";
import { type Company, stepsDone } from "./set-up-steps.ts";

const queue = { id: 3, name: "Geral", color: "#64748b" };
const line = (other: object = {}) => ({ channel: "webchat", greetingMessage: "", queues: [queue], ...other });
const company = (other: Partial<Company> = {}): Company => ({
  lines: [line()],
  builtIn: "webchat",
  queues: [{ id: 3, greetingMessage: " \n" }],
  people: [{ queues: [queue] }],
  devices: ["desk"],
  ...other,
});
const done = (other?: Partial<Company>) => [...stepsDone(company(other))];

test("a company that has just begun has a queue that works, and nothing else", () => {
  expect(done()).toEqual(["queue"]);
});
test.each<[string, Partial<Company>]>([
  ["nobody works in it", { people: [{ queues: [] }] }],
  ["no connection offers it", { lines: [line({ queues: [] })] }],
  ["there is none", { queues: [] }],
])("a queue is missing when %s", (_, other) => {
  expect(done(other)).toEqual([]);
});
test.each<[string, Partial<Company>, string]>([
  ["a number is there when a connection is of another channel", { lines: [line(), line({ channel: "x" })] }, "number"],
  ["a colleague is there when there are two people", { people: [{ queues: [queue] }, { queues: [] }] }, "colleague"],
  ["a greeting is there when a connection greets", { lines: [line({ greetingMessage: "Olá" })] }, "greeting"],
  ["a greeting is there when a queue greets", { queues: [{ id: 3, greetingMessage: "Olá" }] }, "greeting"],
  ["the phone is there when one is signed in on it", { devices: ["desk", "phone"] }, "phone"],
])("%s", (_, other, step) => {
  expect(done(other)).toContain(step);
});
