// libsignal prints whole session records, private keys included, to the console. What it says never gets there; all else does.

/** How its sentences begin. */
const SENTENCES = [
  "Closing session:",
  "Opening session:",
  "Removing old closed session:",
  "Session already closed",
  "Session already open",
  "Migrating session to:",
  "V1 session storage migration error",
  "Closing open session in favor of incoming prekey bundle",
  "Decrypted message with closed session.",
  "Failed to decrypt message with any known session...",
  "Session error:",
  "Unhandled bucket type",
  "WARNING: Expected pubkey of length 33",
];
const METHODS = ["log", "info", "warn", "error"] as const;
let installed = false;

/** A record of libsignal, whatever sentence stands before it. */
function isRecord(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "currentRatchet" in value || "indexInfo" in value || "ephemeralKeyPair" in value;
}

/** Filters the console for the rest of the process; a second call changes nothing. */
export function hushLibsignal(): void {
  if (installed) return;
  installed = true;
  for (const method of METHODS) {
    const original = console[method];
    console[method] = (...args: unknown[]) => {
      const [first] = args;
      if (typeof first === "string" && SENTENCES.some((sentence) => first.startsWith(sentence))) return;
      if (args.some(isRecord)) return;
      original.apply(console, args);
    };
  }
}
