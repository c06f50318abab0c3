// The values of the form of a company, and what others changed in it meanwhile.
import type { z } from "zod";
import { type Company, CompanyForm } from "../../../api/features/companies/contract.ts";
import { writeOnly } from "../../../api/contract/marks.ts";
import { text } from "../../../api/contract/endpoint.ts";
import { dueDay } from "./due.ts";

/** The smallest password there may be; the platform may ask for a longer one. */
const PASSWORD_MIN = 5;
export const FormSchema = CompanyForm.extend({
  password: writeOnly(text(50).refine((typed) => typed === "" || typed.length >= PASSWORD_MIN, "too_short")).optional(),
});
export type Values = z.input<typeof FormSchema>;
export type Body = z.output<typeof FormSchema>;

/** What the form shows of a company, or of a new one. */
export function valuesOf(company?: Company): Values {
  return {
    name: company?.name ?? "",
    email: company?.email ?? "",
    phone: company?.phone ?? "",
    document: company?.document ?? "",
    password: "",
    planId: company?.planId ?? "",
    status: company?.status ?? true,
    dueDate: company ? dueDay(company) : "",
    recurrence: (company?.recurrence ?? "MENSAL") as Values["recurrence"],
    timezone: company?.timezone ?? "America/Sao_Paulo",
    campaignsEnabled: company?.campaignsEnabled ?? false,
    paymentMethod: company?.paymentMethod ?? "",
    addressStreet: company?.addressStreet ?? "",
    addressCity: company?.addressCity ?? "",
    addressState: company?.addressState ?? "",
    numberAttendants: company?.numberAttendants ?? "",
    numberConections: company?.numberConections ?? "",
  };
}

/** The fields that differ between what the form began with and what the company is now. */
export function changedMeanwhile(before: Company, now: Company): (keyof Values)[] {
  const [old, fresh] = [valuesOf(before), valuesOf(now)];
  return (Object.keys(old) as (keyof Values)[]).filter((field) => old[field] !== fresh[field]);
}
