// Floor and product in turn, because the machine is never quite the same twice: what is compared is what ran side by side.

export interface Sample {
  /** Milliseconds. */
  p50: number;
  p95: number;
  perSecond: number;
}
export interface Pace {
  rounds: number;
  /** How long one turn of one side lasts. */
  ms: number;
}
export interface Compared {
  floor: Sample;
  product: Sample;
  /** Medians of the rounds' ratios, product to floor. */
  ratio: Sample;
}
/** Does one piece of work; `worker` says on whose behalf, `turn` counts up. */
export type Work = (worker: number, turn: number) => Promise<void>;

const HOPELESS_MS = 2_000;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length === 0 ? NaN : sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Keeps `workers` pieces of work under way for a while, and 30 in all unless that takes too long. */
export async function run(work: Work, workers: number, ms: number): Promise<Sample> {
  const times: number[] = [];
  const began = performance.now();
  let turn = 0;
  await Promise.all(Array.from({ length: workers }, async (_, worker) => {
    while (performance.now() - began < ms || (times.length < 30 && performance.now() - began < ms * 5)) {
      const start = performance.now();
      await work(worker, turn++);
      times.push(performance.now() - start);
    }
  }));
  const seconds = (performance.now() - began) / 1000;
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), perSecond: times.length / seconds };
}

function middle(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick));
  return { p50: of((s) => s.p50), p95: of((s) => s.p95), perSecond: of((s) => s.perSecond) };
}

/** Runs both sides by turns; the first turn of each only warms up. */
export async function compare(floor: Work, product: Work, workers: number, pace: Pace): Promise<Compared> {
  await run(floor, workers, Math.min(700, pace.ms));
  const warm = await run(product, workers, Math.min(1000, pace.ms));
  // What takes seconds needs no repetition to be a miss.
  const rounds = warm.p50 > HOPELESS_MS ? 1 : pace.rounds;
  const floors: Sample[] = [];
  const products: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    const both = [
      async () => floors.push(await run(floor, workers, pace.ms)),
      async () => products.push(await run(product, workers, pace.ms)),
    ];
    // ABBA: a machine that grows slower treats neither side better.
    for (const turn of round % 2 ? both.reverse() : both) await turn();
  }
  const ratio = middle(floors.map((f, i) => ({
    p50: products[i]!.p50 / f.p50,
    p95: products[i]!.p95 / f.p95,
    perSecond: products[i]!.perSecond / f.perSecond,
  })));
  return { floor: middle(floors), product: middle(products), ratio };
}
