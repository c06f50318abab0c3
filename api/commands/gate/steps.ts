// Runs the pieces of a gate one after the other and counts what passed.
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}
export const nothing = (): Tally => ({ passed: 0, failed: 0, skipped: 0 });
export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}
export function closingLine(t: Tally): string {
  return `${t.passed} passed, ${t.failed} failed${t.skipped ? `, ${t.skipped} skipped` : ""}`;
}

/** Runs a program of node_modules (or deno itself) under Deno; its output is shown. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const done = await new Deno.Command(Deno.execPath(), {
    args,
    env,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return done.success;
}

/** A step that either holds or does not. */
export async function step(name: string, args: string[]): Promise<Tally> {
  const started = Date.now();
  const ok = await run(args);
  console.log(`${ok ? "✓" : "✗"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}
