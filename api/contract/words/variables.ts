// Message variables (docs/product/quick-messages.md#variables): one set of values, whether the server says a text by itself or a
// person picks one. No HTML escaping; unknown ones stay as typed.

export interface VariableCompany {
  name: string;
  timezone: string;
}
/** What variables need of a ticket. */
export interface VariableTicket {
  id: number;
  createdAt: string | Date;
  contact: { name: string };
  queue: { name: string } | null;
  whatsapp: { name: string } | null;
}

/** "Bom dia" by the company's clock; Portuguese, as customers of this field know it. */
function greetingOf(hour: number): string {
  if (hour < 6) return "Boa madrugada";
  if (hour < 12) return "Bom dia";
  return hour < 18 ? "Boa tarde" : "Boa noite";
}

/** What variables are worth for a ticket at a moment. `protocol` is one per ticket: its day and its number. */
export function valuesOf(
  ticket: VariableTicket,
  company: VariableCompany,
  userName: string,
  now: Date,
): Record<string, string> {
  const part = (at: Date) => {
    const parts = new Intl.DateTimeFormat("en-GB", {
      timeZone: company.timezone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    }).formatToParts(at);
    return (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  };
  const at = part(now);
  const opened = part(new Date(ticket.createdAt));
  const date = `${at("day")}/${at("month")}/${at("year")}`;
  const hour = `${at("hour")}:${at("minute")}`;
  return {
    firstName: ticket.contact.name.trim().split(/\s+/)[0] ?? "",
    name: ticket.contact.name,
    userName,
    ms: greetingOf(Number(at("hour"))),
    protocol: `${opened("year")}${opened("month")}${opened("day")}${ticket.id}`,
    date,
    hour,
    data_hora: `${date} ${hour}`,
    ticket_id: String(ticket.id),
    queue: ticket.queue?.name ?? "",
    connection: ticket.whatsapp?.name ?? "",
    name_company: company.name,
  };
}

/** Fills `{{ name }}` in; what is not known stays as it was typed. */
export function fillVariables(text: string, values: Record<string, string>): string {
  return text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (whole, name) => Object.hasOwn(values, name) ? values[name]! : whole,
  );
}
