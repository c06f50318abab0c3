// When the app offers to be installed: once the person has seen what it is for, and not again soon after "later".

/** After "later" nobody is asked for this long, ms. */
export const QUIET_MS = 30 * 24 * 3600_000;

/** What this device remembers. */
export interface Remembered {
  /** When somebody said "later" here, ms. */
  laterAt?: number;
  /** The app is on this device. */
  installed?: boolean;
  /** By person: the day of their first use here (YYYY-MM-DD), and whether they took a ticket since. */
  people: Record<string, { firstDay: string; accepted?: boolean }>;
}

interface Now {
  person: string;
  /** ms */
  time: number;
  /** YYYY-MM-DD, of this device. */
  day: string;
  /** The page is the installed app. */
  standalone: boolean;
  /** This browser can install it, or tell how. */
  possible: boolean;
}

/** True if this is the moment to offer it. */
export function isFitting({ laterAt, installed, people }: Remembered, now: Now): boolean {
  if (now.standalone || installed || !now.possible) return false;
  if (laterAt !== undefined && now.time - laterAt < QUIET_MS) return false;
  const person = people[now.person];
  return person !== undefined && (person.accepted === true || person.firstDay < now.day);
}

/** The same, with what a person just did. */
export function noted(before: Remembered, person: string, day: string, accepted: boolean): Remembered {
  const known = before.people[person] ?? { firstDay: day };
  return { ...before, people: { ...before.people, [person]: accepted ? { ...known, accepted } : known } };
}
