const two = (value: number) => String(value).padStart(2, "0");

/** A moment as a field of date and time shows it, in this device's zone: `2026-11-24T09:30`; empty for none. */
export function fieldTime(iso: string | null): string {
  if (!iso) return "";
  const d = new Date(iso);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** The moment in such a field; null where it is empty or not finished. */
export function momentOf(field: string): string | null {
  const at = Date.parse(field);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
