import { describe, expect, test } from "vitest";
import { fillVariables, valuesOf } from "./variables.ts";

const ticket = {
  id: 42,
  createdAt: "2026-03-01T02:30:00.000Z",
  contact: { name: "Ana & Cia Souza" },
  queue: { name: "Vendas" },
  whatsapp: { name: "Loja" },
};
const company = { name: "Padaria", timezone: "America/Sao_Paulo" };
const said = (text: string, now = "2026-03-02T17:05:00Z") =>
  fillVariables(text, valuesOf(ticket, company, "Bia", new Date(now)));

describe("variables of automatic texts", () => {
  test("are filled in as they are, nothing escaped", () => {
    expect(
      said("{{name}} | {{ firstName }} | {{userName}} | {{queue}} | {{connection}} | {{ticket_id}} | {{name_company}}"),
    )
      .toBe("Ana & Cia Souza | Ana | Bia | Vendas | Loja | 42 | Padaria");
  });
  test("unknown variables stay as typed, also names that every object has", () => {
    expect(said("{{x}} {{constructor}} {name}")).toBe("{{x}} {{constructor}} {name}");
  });
  test("have the company's time", () => {
    expect(said("{{date}} {{hour}} {{data_hora}}")).toBe("02/03/2026 14:05 02/03/2026 14:05");
  });
  test("keep one protocol for a ticket: its day, in the company's zone, and its number", () => {
    expect(said("{{protocol}}")).toBe("2026022842");
    expect(said("{{protocol}}", "2026-04-02T10:00:00Z")).toBe("2026022842");
  });
  test("greet by the hour: madrugada to 5, dia to 11, tarde to 17, noite", () => {
    const at = (hour: string) => said("{{ms}}", `2026-03-02T${hour}:00Z`);
    expect(["03:00", "08:59", "09:00", "14:59", "15:00", "20:59", "21:00", "02:59"].map(at)).toEqual([
      "Boa madrugada",
      "Boa madrugada",
      "Bom dia",
      "Bom dia",
      "Boa tarde",
      "Boa tarde",
      "Boa noite",
      "Boa noite",
    ]);
  });
});
