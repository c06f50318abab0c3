// Runs the parts of a gate, counts what passed, and says how long each took.
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

/** Runs a program of node_modules (or deno itself) under Deno; answers whether it held, and what it printed. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<{ ok: boolean; said: string }> {
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
  let said = "";
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) said += decoder.decode(bytes, { stream: true });
  };
  await Promise.all([child.stdout, child.stderr].map(listen));
  return { ok: (await child.status).success, said };
}

/** A part of the gate: what it found, and what it has to say about that. */
export interface Part {
  name: string;
  work: () => Promise<{ tally: Tally; said: string }>;
}
/** A part that either holds or does not. */
export const step = (name: string, args: string[], env?: Record<string, string>): Part => ({
  name,
  work: async () => {
    const { ok, said } = await run(args, env);
    return { tally: { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }, said };
  },
});

/** How long each part took, in the order in which they ended. */
const took: { name: string; seconds: string }[] = [];

/** Does parts one after the other, while other lanes do theirs. What a part has to say is shown as soon as it has ended. */
export async function lane(...parts: Part[]): Promise<Tally> {
  let tally = nothing();
  for (const { name, work } of parts) {
    const began = performance.now();
    const done = await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    took.push({ name, seconds });
    console.log(`${done.tally.failed ? "✗" : "✓"} ${name} (${seconds} s)${done.said && `\n${done.said}`}`);
    tally = add(tally, done.tally);
  }
  return tally;
}

/** The seconds of each part, and of all together from the start of this process. */
export function times(): string {
  const parts = took.map(({ name, seconds }) => `${name} ${seconds}`).join(", ");
  return `Seconds: ${parts}; together ${(performance.now() / 1000).toFixed(1)}.`;
}
