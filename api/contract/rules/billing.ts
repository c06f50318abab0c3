// What a company owes, for how long, and until when (docs/product/billing.md). Money is counted in whole cents and days on the wall
// calendar: neither is ever rounded twice, and what clocks do in spring and autumn moves no due date.

/** How often a company pays, as the API names it. */
export const recurrences = ["MENSAL", "BIMESTRAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"] as const;
export type Recurrence = typeof recurrences[number];
const months: Readonly<Record<string, number>> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };

/** Months that one payment is for; a recurrence that is not known is monthly (docs/product/billing.md#period). */
export function monthsOf(recurrence: string): number {
  return months[recurrence] ?? 1;
}

/**
 * A plan of one's own choice (docs/product/billing.md#price): cents a month for `users` people and `connections` connections, and what
 * each further one costs; nobody has fewer.
 */
export const CUSTOM_PLAN = {
  cents: 4900,
  users: 3,
  connections: 3,
  centsPerUser: 1100,
  centsPerConnection: 2000,
  most: 1000,
} as const;

/** Cents a month of a plan of one's own choice; fewer people or connections than are included cost the same. */
export function customCents({ users, connections }: { users: number; connections: number }): number {
  return CUSTOM_PLAN.cents + Math.max(0, users - CUSTOM_PLAN.users) * CUSTOM_PLAN.centsPerUser +
    Math.max(0, connections - CUSTOM_PLAN.connections) * CUSTOM_PLAN.centsPerConnection;
}

/** What a company has: its plan, and its own numbers in place of the plan's. */
export interface Subscribed {
  /** Cents a month of the plan. */
  planCents: number;
  /** The company's own number of people; null: the plan's. */
  seats: number | null;
  /** The same of connections. */
  lines: number | null;
  recurrence: string;
}
/** Cents of one period: of a plan of one's own choice where both numbers are the company's own, else of the plan. */
export function periodCents({ planCents, seats, lines, recurrence }: Subscribed): number {
  const monthly = seats !== null && lines !== null ? customCents({ users: seats, connections: lines }) : planCents;
  return monthly * monthsOf(recurrence);
}

/** `4900` is `"49.00"`: an amount as providers write it. */
export function reais(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
/** `"49.00"` is `4900`; null for what is no amount of whole cents, and for more than a number can hold. */
export function centsOf(amount: string): number | null {
  const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/**
 * The day that ends the period which begins on `dueOn` (YYYY-MM-DD). `anchorDay` (1–31) is the day of the month that was agreed on
 * once: a month without it takes its last day, and the next one has it again (31 January, 28 February, 31 March). Throws a RangeError
 * for a day that does not exist.
 */
export function nextDue(dueOn: string, recurrence: string, anchorDay: number): string {
  const at = Date.parse(`${dueOn}T00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== dueOn) throw new RangeError(`${dueOn} is no day`);
  const [year, month] = dueOn.split("-").map(Number) as [number, number, number];
  const next = month - 1 + monthsOf(recurrence);
  const last = new Date(Date.UTC(year, next + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, next, Math.min(Math.max(anchorDay, 1), last))).toISOString().slice(0, 10);
}

const digits = (text: string) => [...text].map((character) => character.charCodeAt(0) - 48);
const sum = (values: readonly number[], weights: readonly number[]) =>
  weights.reduce((all, weight, at) => all + weight * values[at]!, 0);
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * A Brazilian taxpayer's number without its signs: 11 digits of a person, or 14 of a company, whose first twelve may be letters. Null
 * where its check digits are wrong (docs/product/billing.md#documents).
 */
export function taxNumber(text: string): { kind: "cpf" | "cnpj"; value: string } | null {
  const value = text.replace(/[.\-/\s]/g, "").toUpperCase();
  if (/^\d{11}$/.test(value)) return isPerson(value) ? { kind: "cpf", value } : null;
  return /^[0-9A-Z]{12}\d{2}$/.test(value) && isCompany(value) ? { kind: "cnpj", value } : null;
}
function isPerson(value: string): boolean {
  const own = digits(value);
  const check = (length: number) =>
    sum(own, Array.from({ length }, (_, at) => length + 1 - at)) * 10 % 11 % 10 === own[length];
  return new Set(own).size > 1 && check(9) && check(10);
}
function isCompany(value: string): boolean {
  const own = digits(value);
  const check = (length: number) => {
    const rest = sum(own, CNPJ_WEIGHTS.slice(13 - length)) % 11;
    return own[length] === (rest < 2 ? 0 : 11 - rest);
  };
  return new Set(own).size > 1 && check(12) && check(13);
}
