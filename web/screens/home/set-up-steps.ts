// What a company needs to work for real. Nothing of it is stored: each step looks at what is there.
import type { Connection } from "../../../api/features/connections/contract.ts";
import type { Queue } from "../../../api/features/queues/contract.ts";

export const setUpSteps = ["number", "queue", "colleague", "greeting", "phone"] as const;
export type SetUpStep = typeof setUpSteps[number];

export interface Company {
  lines: readonly Pick<Connection, "channel" | "greetingMessage" | "queues">[];
  /** The channel that every company begins with. */
  builtIn: string | undefined;
  queues: readonly Pick<Queue, "id" | "greetingMessage">[];
  people: readonly { queues: readonly { id: number }[] }[];
  /** The devices on which this person is signed in. */
  devices: readonly ("phone" | "desk")[];
}

const says = (text: string) => text.trim() !== "";

/** Which steps a company has behind it: a queue counts once somebody works in it and customers reach it. */
export function stepsDone({ lines, builtIn, queues, people, devices }: Company): ReadonlySet<SetUpStep> {
  const has = (list: readonly { queues: readonly { id: number }[] }[], id: number) =>
    list.some(({ queues }) => queues.some((queue) => queue.id === id));
  const done: Record<SetUpStep, boolean> = {
    number: lines.some(({ channel }) => channel !== builtIn),
    queue: queues.some(({ id }) => has(people, id) && has(lines, id)),
    colleague: people.length > 1,
    greeting: [...lines, ...queues].some(({ greetingMessage }) => says(greetingMessage)),
    phone: devices.includes("phone"),
  };
  return new Set(setUpSteps.filter((step) => done[step]));
}
