// What an app of one contract sends and reads, and its replay against the server of today. Requests are kept as the app sent them,
// with names in braces for what differs from one database to the next.
import { APP_CONTRACT, APP_HEADER } from "../../contract/app-version.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { ErrorBody } from "../../contract/errors.ts";
import type { LiveEvent } from "../../contract/event.ts";
import { misfits, type Shape, shapeOf } from "./shape.ts";

export interface Step {
  does: string;
  method: string;
  path: string;
  /** The Idempotency-Key it was sent with. */
  key?: string;
  body?: unknown;
  form?: Record<string, string>;
  files?: { field: string; name: string; type: string; text: string }[];
  /** The status the app expects; 200 when left out. */
  status?: number;
  /** Names for later steps, and the place of each value in the answer. */
  keep?: Record<string, string>;
  answer?: Shape;
}
export interface Recording {
  contract: number;
  steps: Step[];
  /** Payloads by event name. */
  events: Record<string, Shape>;
}
type Names = Record<string, string | number>;
export type Send = (request: Request) => Promise<Response>;

const folder = new URL("./", import.meta.url);
const fileOf = (contract: number) => new URL(`contract-${contract}.json`, folder);
export async function readRecording(contract: number): Promise<Recording> {
  return JSON.parse(await Deno.readTextFile(fileOf(contract)));
}

/** `{ticketId}` in a text is filled in; a value that is nothing but a name takes the named value's type. */
function filled<T>(value: T, names: Names): T {
  const text = JSON.stringify(value)?.replace(/"\{(\w+)\}"/g, (_, name) => JSON.stringify(known(name, names)))
    .replace(/\{(\w+)\}/g, (_, name) => String(known(name, names)));
  return text === undefined ? value : JSON.parse(text);
}
function known(name: string, names: Names): string | number {
  const value = names[name];
  if (value === undefined) throw new Error(`No step has kept ${name}.`);
  return value;
}
const placed = (answer: unknown, path: string) =>
  path.split(".").reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer);

/** The request of a step, as the app makes it. */
function requestOf(step: Step, contract: number, names: Names): Request {
  const headers = new Headers({ [APP_HEADER]: String(contract), accept: "*/*" });
  if (names.token) headers.set("authorization", `Bearer ${names.token}`);
  if (step.key) headers.set("idempotency-key", step.key);
  let body: BodyInit | undefined;
  if (step.files) {
    const form = new FormData();
    for (const [name, value] of Object.entries(step.form ?? {})) form.append(name, value);
    for (const { field, name, type, text } of step.files) form.append(field, new File([text], name, { type }));
    body = form;
  } else if (step.body !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(filled(step.body, names));
  }
  const path = step.path.replace(/\{(\w+)\}/g, (_, name) => String(known(name, names)));
  return new Request(`http://localhost/api${path}`, { method: step.method, headers, body });
}

/** Plays a recording; answers the differences that would break an app of its contract. */
export async function replay(
  recording: Recording,
  names: Names,
  send: Send,
  onAnswer: (step: Step, answer: unknown) => void = () => {},
): Promise<string[]> {
  const trouble: string[] = [];
  for (const step of recording.steps) {
    const response = await send(requestOf(step, recording.contract, names));
    const text = await response.text();
    const wanted = step.status ?? 200;
    if (response.status !== wanted) {
      trouble.push(`${step.does}: ${step.method} ${step.path} answered ${response.status}, not ${wanted}: ${text}`);
      continue;
    }
    const answer = JSON.parse(text);
    onAnswer(step, answer);
    trouble.push(...misfits(answer, step.answer ?? "unknown").map((one) => `${step.does}: ${one}`));
    for (const [name, path] of Object.entries(step.keep ?? {})) names[name] = placed(answer, path) as string | number;
  }
  return trouble;
}

/** Writes the shapes that today's contracts give a recording's steps and events: how a new contract's recording begins. */
export async function record(
  recording: Recording,
  endpoints: readonly Endpoint[],
  events: readonly LiveEvent[],
): Promise<void> {
  const steps = recording.steps.map((step) => {
    const path = step.path.split("?")[0]!;
    const fits = (e: Endpoint) =>
      e.method === step.method &&
      new RegExp(`^${e.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
    const found = endpoints.filter(fits).sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
    if (!found) throw new Error(`No call fits ${step.method} ${step.path}.`);
    return { ...step, answer: shapeOf((step.status ?? 200) < 400 ? found.response : ErrorBody) };
  });
  const shapes = Object.fromEntries(events.map((event) => [event.name, shapeOf(event.payload)]));
  await Deno.writeTextFile(
    fileOf(APP_CONTRACT),
    JSON.stringify({ contract: APP_CONTRACT, steps, events: shapes }, null, 1) + "\n",
  );
}
