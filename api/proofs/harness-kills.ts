// Kills product processes without warning while something goes on, and brings them back.
import { type Chance, pause, type Product, until, type World } from "./harness.ts";

export interface Killing {
  times: number;
  /** How far the work is, 0 to 1: kills are spread over it, at seeded moments. */
  progress: () => number;
  /** The processes that may be killed. */
  victims?: readonly Product[];
  /** Right before a kill: waits for a moment worth killing at. */
  aim?: (victim: Product) => Promise<unknown>;
}

/** Resolves after the last restart with its time (performance.now) and the processes that were killed. */
export async function killing(world: World, chance: Chance, plan: Killing): Promise<{ at: number; hit: string[] }> {
  const victims = plan.victims ?? world.products;
  const hit: string[] = [];
  for (let round = 0; round < plan.times; round++) {
    const threshold = (round + 0.2 + chance.next() * 0.6) / plan.times;
    await until("the work goes on", 180_000, () => plan.progress() >= threshold, 5);
    const victim = victims[round < victims.length ? round : chance.between(0, victims.length - 1)]!;
    await plan.aim?.(victim);
    await pause(chance.between(0, 60));
    await victim.kill();
    hit.push(victim.name);
    await pause(chance.between(0, 200));
    await victim.start();
  }
  return { at: performance.now(), hit };
}
