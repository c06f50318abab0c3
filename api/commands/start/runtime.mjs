// How the product's process runs. Plain JavaScript, because Node's launcher reads it too.

/**
 * Arguments of `deno run`. A start fills what V8 lets young objects take, and it keeps that: with this limit an idle process takes a seventh
 * less (docs/performance.md), and calls are as quick. `gc` is called once, at the end of the start (`api/core/processes/collect.ts`).
 */
export const RUNTIME = ["--v8-flags=--max-semi-space-size=8,--expose-gc"];
