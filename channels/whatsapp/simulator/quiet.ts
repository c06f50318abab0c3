// libsignal prints whole session records, private keys included. Its sentences never reach the console while somebody asked so.
const SENTENCES = [
  "Closing session:",
  "Opening session:",
  "Removing old closed session:",
  "Session already closed",
  "Session already open",
  "Closing open session in favor of incoming prekey bundle",
  "Decrypted message with closed session.",
  "Failed to decrypt message with any known session...",
  "Session error:",
];
const methods = ["info", "warn", "error", "log"] as const;
let users = 0;
let restore: (() => void) | undefined;

/** Returns how to end it. Counted: the last one puts the console back. */
export function hushSignal(): () => void {
  if (users++ === 0) restore = replace();
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    if (--users === 0) restore?.();
  };
}

function replace(): () => void {
  const originals = methods.map((method) => console[method]);
  methods.forEach((method, index) => {
    const original = originals[index]!;
    console[method] = (...args: unknown[]) => {
      const [first] = args;
      if (typeof first === "string" && SENTENCES.some((sentence) => first.startsWith(sentence))) return;
      original.apply(console, args);
    };
  });
  return () => methods.forEach((method, index) => console[method] = originals[index]!);
}
