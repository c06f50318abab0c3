// @ts-check
// Listens to the live stream and reconnects when it breaks. `onBack` fetches the messages of the time between.
/** @typedef {import("./api.js").Api} Api */

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The server writes every 20 s at least; a stream that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/**
 * @param {Api} api
 * @param {{ onBack: () => Promise<void>, onEvent: (name: string, data: Record<string, unknown>) => void, onLine: (up: boolean) => void }} told
 */
export function listen(api, told) {
  let wait = FIRST_WAIT_MS;
  /** @type {AbortController | null} */
  let line = null;
  /** @type {(() => void) | null} */
  let wake = null;

  async function hold() {
    line = new AbortController();
    const { signal } = line;
    let timer = setTimeout(() => line?.abort(), SILENCE_MS);
    try {
      const answer = await api.events(signal);
      const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body)
        .pipeThrough(new TextDecoderStream()).getReader();
      await told.onBack();
      told.onLine(true);
      wait = FIRST_WAIT_MS;
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => line?.abort(), SILENCE_MS);
        const parts = (rest + value).split("\n\n");
        rest = parts.pop() ?? "";
        for (const part of parts) {
          const [, name = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
          if (name) told.onEvent(name, JSON.parse(data));
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }
  async function run() {
    for (;;) {
      await hold().catch(() => {});
      told.onLine(false);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, wait * (0.7 + Math.random() * 0.6));
        wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
  addEventListener("online", () => {
    wait = FIRST_WAIT_MS;
    wake?.();
  });
  addEventListener("offline", () => line?.abort());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake?.());
  run();
}
