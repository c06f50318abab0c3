// The states of a draft that is typed, sent, or changed by another device, as pure functions; `drafts.ts` carries them out. No text
// is ever dropped without the person: two texts that differ wait for their choice (docs/product/drafts.md#rules).

/** A draft as this device knows it. */
export interface KnownDraft {
  text: string;
  /** The revision at the server that `text` grew from; 0 for none. */
  base: number;
  /** True while the server does not have `text`. */
  dirty: boolean;
  /** The text under way to the server, or the one whose answer got lost: when the server sends it back, it is ours. */
  sent: string | null;
  /** Another device's text, until the person chooses. */
  other: { text: string; rev: number } | null;
}
export interface Told {
  text: string;
  rev: number;
}

export const nothing: KnownDraft = { text: "", base: 0, dirty: false, sent: null, other: null };

/** The person typed, or sent it and the box is empty. */
export function typed(known: KnownDraft, text: string): KnownDraft {
  return text === known.text ? known : { ...known, text, dirty: true };
}

/** True if the server should get the text now: the server does not have it, and no choice is pending. */
export const toSend = (known: KnownDraft): boolean => known.dirty && known.other === null;

/** The draft while its text is under way. */
export const sending = (known: KnownDraft): KnownDraft => ({ ...known, sent: known.text });

/** The draft after the server stored the sent text. */
export function kept(known: KnownDraft, answer: Told): KnownDraft {
  if (answer.rev < known.base) return { ...known, sent: null };
  return { ...known, base: answer.rev, sent: null, dirty: known.text !== answer.text };
}

/**
 * Another device changed the draft, or a refusal carried what the server has. `held`: the cursor is in the box, so the text
 * in it must not change under the person's hands.
 */
export function told(known: KnownDraft, server: Told, held: boolean): KnownDraft {
  if (server.rev <= (known.other?.rev ?? known.base)) return known;
  const { text, rev } = server;
  // An answer that got lost: the server has what we sent.
  if (known.sent !== null && text === known.sent && known.other === null) return kept(known, server);
  if (text === known.text) return { ...known, base: rev, dirty: false, sent: null, other: null };
  // The other device sent or emptied it; the text written here stays, and goes to the server again.
  if (text === "" && known.dirty) return { ...known, base: rev, sent: null, other: null };
  if (!held && (!known.dirty || known.text === "")) {
    return { text, base: rev, dirty: false, sent: null, other: null };
  }
  return { ...known, other: { text, rev } };
}

/** The cursor left the box: shows the text that waited only for that. */
export function released(known: KnownDraft): KnownDraft {
  const { other } = known;
  return other && (!known.dirty || known.text === "") ? theirs(known) : known;
}

/** The other device's text counts. */
export function theirs(known: KnownDraft): KnownDraft {
  const { other } = known;
  return other ? { text: other.text, base: other.rev, dirty: false, sent: null, other: null } : known;
}

/** Both count: the other device's above ours. */
export function both(known: KnownDraft): KnownDraft {
  const { other } = known;
  if (!other) return known;
  const text = [other.text, known.text].filter(Boolean).join("\n");
  return { text, base: other.rev, dirty: text !== other.text, sent: null, other: null };
}

/** Ours counts. */
export function mine(known: KnownDraft): KnownDraft {
  const { other } = known;
  return other ? { ...known, base: other.rev, dirty: true, sent: null, other: null } : known;
}
