/** A number as people read it: Brazilian ones in their mask, hidden digits as they came, others with a plus. */
export function phoneNumber(number: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  if (brazilian) return `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}`;
  return /^\d{8,15}$/.test(number) ? `+${number}` : number;
}
