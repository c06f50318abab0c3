// The time at a customer's place, by their number: agents answer otherwise when it is night there.

/** Brazil's area codes that are not on Brasília's time. */
const AREAS: Record<string, string> = {
  65: "America/Cuiaba",
  66: "America/Cuiaba",
  67: "America/Campo_Grande",
  68: "America/Rio_Branco",
  69: "America/Porto_Velho",
  92: "America/Manaus",
  95: "America/Boa_Vista",
  97: "America/Manaus",
};
/** Calling codes of countries with one time, or nearly so. The app shows no time for other codes. */
const COUNTRIES: Record<string, string> = {
  20: "Africa/Cairo",
  27: "Africa/Johannesburg",
  30: "Europe/Athens",
  31: "Europe/Amsterdam",
  32: "Europe/Brussels",
  33: "Europe/Paris",
  34: "Europe/Madrid",
  39: "Europe/Rome",
  41: "Europe/Zurich",
  43: "Europe/Vienna",
  44: "Europe/London",
  45: "Europe/Copenhagen",
  46: "Europe/Stockholm",
  47: "Europe/Oslo",
  48: "Europe/Warsaw",
  49: "Europe/Berlin",
  51: "America/Lima",
  54: "America/Argentina/Buenos_Aires",
  56: "America/Santiago",
  57: "America/Bogota",
  58: "America/Caracas",
  81: "Asia/Tokyo",
  86: "Asia/Shanghai",
  90: "Europe/Istanbul",
  91: "Asia/Kolkata",
  238: "Atlantic/Cape_Verde",
  244: "Africa/Luanda",
  258: "Africa/Maputo",
  351: "Europe/Lisbon",
  353: "Europe/Dublin",
  591: "America/La_Paz",
  593: "America/Guayaquil",
  595: "America/Asuncion",
  598: "America/Montevideo",
};

/** The time zone a number belongs to; null where the number does not tell, or is hidden or no number. */
export function zoneOf(number: string): string | null {
  if (!/^\d{8,15}$/.test(number)) return null;
  if (/^55\d{10,11}$/.test(number)) return AREAS[number.slice(2, 4)] ?? "America/Sao_Paulo";
  for (const digits of [3, 2]) {
    const zone = COUNTRIES[number.slice(0, digits)];
    if (zone) return zone;
  }
  return null;
}

const clock = (at: Date, timeZone?: string) =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit", timeZone }).format(at);

/** The zone of a number whose clocks differ from those here; null where it is the same time, or nothing is known. */
export function otherZone(number: string, now: number, here?: string): string | null {
  const zone = zoneOf(number);
  const at = new Date(now);
  return zone && clock(at, zone) !== clock(at, here) ? zone : null;
}
