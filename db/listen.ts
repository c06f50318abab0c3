// One LISTEN connection per process, for wake-ups only: the rows are the truth, and a poll covers a lost wake-up.
import postgres from "postgres";

export interface Listener {
  /** Wakes other processes; coalesced, at most one NOTIFY every 10 ms (a NOTIFY in each commit would serialise commits). */
  notify(channel: string, word: string): void;
  on(channel: string, handler: (words: string[]) => void): Promise<void>;
  stop(): Promise<void>;
}

const COALESCE_MS = 10;
/** Beyond this many words the payload says `*`: look at everything. */
const MAX_WORDS = 500;
const PROBE_MS = 10_000;

/**
 * Opens the listening connection. A dropped TCP connection may go unnoticed for minutes, so the listener pings itself
 * through NOTIFY and opens a new connection when the ping does not come back.
 */
export function startListener(ownerUrl: string): Listener {
  const handlers = new Map<string, (words: string[]) => void>();
  const pending = new Map<string, Set<string>>();
  const sql = () =>
    postgres(ownerUrl, {
      max: 1,
      onnotice: () => {},
      keep_alive: 10,
      connection: { application_name: "recado-listen" },
    });
  let listening = sql();
  const speaking = postgres(ownerUrl, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: "recado-notify" },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard = Date.now();
  let flushedAt = 0;
  let stopped = false;
  const self = `probe_${crypto.randomUUID().replaceAll("-", "")}`;

  const attach = async () => {
    await listening.listen(self, () => heard = Date.now());
    for (const [channel, handler] of handlers) {
      await listening.listen(channel, (payload) => handler(payload.split(",")));
    }
  };
  const probe = setInterval(async () => {
    if (Date.now() - heard > 2.5 * PROBE_MS) {
      const old = listening;
      listening = sql();
      heard = Date.now();
      old.end({ timeout: 1 }).catch(() => {});
      await attach().catch(() => {});
    }
    await speaking.notify(self, "").catch(() => {});
  }, PROBE_MS);
  attach().catch(() => {});

  const flush = () => {
    timer = undefined;
    flushedAt = performance.now();
    for (const [channel, words] of pending) {
      const payload = words.size > MAX_WORDS ? "*" : [...words].join(",");
      speaking.notify(channel, payload).catch(() => {});
    }
    pending.clear();
  };
  return {
    notify(channel, word) {
      if (stopped) return;
      const words = pending.get(channel) ?? new Set();
      pending.set(channel, words.add(word));
      // The first after a pause goes at once; a burst is gathered.
      timer ??= setTimeout(flush, Math.max(0, COALESCE_MS - (performance.now() - flushedAt)));
    },
    async on(channel, handler) {
      handlers.set(channel, handler);
      await listening.listen(channel, (payload) => handler(payload.split(",")));
    },
    async stop() {
      stopped = true;
      clearInterval(probe);
      clearTimeout(timer);
      await Promise.all([listening.end({ timeout: 1 }), speaking.end({ timeout: 1 })]);
    },
  };
}
