// Carries events to the company's webhooks: what a process took and did not end is taken again, so everything comes at least once.
import { setTimeout as delay } from "node:timers/promises";
import { log } from "../../core/log.ts";
import { attempt, type Attempted, type Letter } from "./attempt.ts";
import { type Place, settle, spread, take, type Tried } from "./due.ts";
import { openSecrets, signing } from "./secrets.ts";
import { busy } from "./sweep.ts";

/** What a test puts in place of the clock and the network. */
export interface Given {
  now: () => Date;
  post: (letter: Letter, at: Date) => Promise<Attempted>;
}
const real: Given = { now: () => new Date(), post: (letter, at) => attempt(letter, at) };
/** After each round of a backlog the machine is left to people: for twice as long as the round took, at most this, ms. */
const REST_MS = 100;
const running = new Map<string, Promise<unknown>>();

/** Begins what is due, beside what is under way: a slow receiver holds up nobody else's. */
export async function look(): Promise<void> {
  for (const place of await busy(new Date())) {
    const name = `${place.companyId}:${place.id}`;
    if (running.has(name)) continue;
    const work = deliverAll(place).catch((error) => log.warn("a webhook could not be worked on", { error }))
      .finally(() => running.delete(name));
    running.set(name, work);
  }
}

/** Delivers what is due for one webhook until nothing is. Answers how many attempts were made. */
export async function deliverAll(place: Place, given: Given = real): Promise<number> {
  while (await spread(place));
  for (let made = 0;;) {
    const began = performance.now();
    const taken = await take(place, given.now());
    if (!taken) return made;
    const secrets = openSecrets(place.companyId, place.id, taken.sealed);
    const tried = await Promise.all(taken.due.map(async (due): Promise<Tried> => {
      const at = given.now();
      const id = `evt_${place.id}_${due.position}`;
      return { due, got: await given.post({ url: taken.url, id, body: due.body, secrets: signing(secrets, at) }, at) };
    }));
    await settle(place, tried, given.now());
    made += taken.due.length;
    while (await spread(place));
    await delay(Math.min(2 * (performance.now() - began), REST_MS));
  }
}
