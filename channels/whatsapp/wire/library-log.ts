// What Baileys logs, let through as a level and a few words: its objects hold messages, numbers and keys, and it can repeat a line
// a hundred thousand times an hour.
import type { Log } from "../../sdk/mod.ts";

/** The logger Baileys asks for. */
type LibraryLog = NonNullable<import("@whiskeysockets/baileys").UserFacingSocketConfig["logger"]>;

const WINDOW_MS = 60_000;
/** Different sentences a minute, for one connection. */
const SENTENCES = 10;

/** The library may put a whole message into a sentence. */
const MAX_SENTENCE = 1_000;

/** A sentence without what could name a person: numbers, addresses, long codes. */
export function withoutNames(sentence: string): string {
  return sentence.slice(0, MAX_SENTENCE).replace(/\S*@\S*/g, "…").replace(/[A-Za-z0-9+/=_-]{20,}/g, "…").replace(
    /\d{4,}/g,
    "…",
  ).slice(0, 120);
}

/** Each sentence at most once a minute, with how often it came before. Only warnings and errors. */
export function libraryLog(log: Log, now: () => number = Date.now): LibraryLog {
  let began = now();
  let seen = new Map<string, number>();
  const say = (level: "warn" | "error") => (given: unknown, sentence?: string) => {
    const what = withoutNames(sentence ?? (typeof given === "string" ? given : "something without words"));
    if (now() - began > WINDOW_MS) {
      const repeated = [...seen.values()].reduce((sum, count) => sum + count - 1, 0);
      if (repeated > 0) log.debug("the WhatsApp library repeated itself", { times: repeated });
      [began, seen] = [now(), new Map()];
    }
    const times = (seen.get(what) ?? 0) + 1;
    if (times === 1 && seen.size >= SENTENCES) return;
    seen.set(what, times);
    // What it calls an error is daily business of a line, such as a message that has to be asked for again.
    if (times === 1) log.debug("the WhatsApp library says", { level, what });
  };
  const nothing = () => {};
  const library: LibraryLog = {
    level: "warn",
    child: () => library,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: say("warn"),
    error: say("error"),
  };
  return library;
}
