// What somebody typed into the sign-up form, until the account is there or the tab is closed. The password is never among it.
const KEY = "recado.signup";
const texts = ["companyName", "name", "email", "phone"] as const;

export type Kept = Partial<Record<typeof texts[number], string>> & { planId?: number };

/** Keeps what is typed; whatever else the values carry stays out, the password above all. */
function pick(values: Record<string, unknown>): Kept {
  const kept: Kept = {};
  for (const field of texts) if (typeof values[field] === "string") kept[field] = values[field];
  if (typeof values.planId === "number") kept.planId = values.planId;
  return kept;
}

/** What was typed before in this tab; nothing where the browser keeps nothing. */
export function readKept(): Kept {
  try {
    return pick(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, unknown>);
  } catch {
    return {};
  }
}

/** Keeps the form for this tab. */
export function keepForm(values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pick(values)));
  } catch { /* the browser keeps nothing */ }
}

/** Forgets the form: the account is there. */
export function forgetForm(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch { /* the browser keeps nothing */ }
}
