// How the product's process runs. Plain JavaScript, because Node's launcher reads it too.

/**
 * Arguments of `deno run`. V8 lets what is young take 48 MB and more before it looks what of it is still needed, and a start fills that:
 * with half of it an idle process takes a seventh less (docs/performance.md), and calls are as quick.
 */
export const RUNTIME = ["--v8-flags=--max-semi-space-size=8"];
