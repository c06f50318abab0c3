// Regular expressions read strangers' texts: the time of each must grow with the length of the text, not with its square. A text of 64 kB of
// dots held the process for 8 s, one of 256 kB for 120 s. Compared are two lengths of the same text, never a time with a limit.
import { describe, expect, test } from "vitest";

import { hostileTexts, readers } from "./strangers.ts";
const SHORT = 8_000;
const TIMES = 32;
/** A square grows 1,024-fold; much less than that leaves room for a machine that others use. */
const MOST = TIMES * 12;
/** A shorter time measures only the machine's other work, ms. */
const NOTHING = 1;

function quickest(read: (text: string) => unknown, text: string, tries: number): number {
  let best = Infinity;
  for (let i = 0; i < tries; i++) {
    const began = performance.now();
    read(text);
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

describe.each(Object.entries(readers))("%s", (_, read) => {
  test.each(Object.entries(hostileTexts))("takes some 32 times as long for 32 times %s, not 1,024 times", (_, make) => {
    const short = Math.max(NOTHING, quickest(read, make(SHORT), 5));
    const long = quickest(read, make(SHORT * TIMES), 2);
    expect(long / short).toBeLessThan(MOST);
  });
});
