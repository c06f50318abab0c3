// What the editor of a schedule holds, and what the API is told of it.
import type { Schedule } from "../../../api/features/schedules/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { localText } from "./calendar/dates.ts";

/** What a new one begins with. */
export interface Begun {
  contact?: { id: number; name: string };
  whatsappId?: number;
  body?: string;
  sendAt?: Date;
}
export interface FormFields {
  body: string;
  /** As `<input type="datetime-local">` has it, by the device's clock. */
  sendAt: string;
  whatsappId: string;
  repeats: boolean;
  intervalo: string;
  valorIntervalo: string;
  enviarQuantasVezes: string;
  tipoDias: string;
  assinar: boolean;
  cancelOnReply: boolean;
  openTicket: boolean;
  statusTicket: "closed" | "open" | "pending";
  ticketUserId: string;
  queueId: string;
}
const HOUR_MS = 3_600_000;

export function fieldsOf(schedule: Schedule | undefined, begun: Begun): FormFields {
  const at = schedule ? new Date(schedule.sendAt) : begun.sendAt ?? new Date(serverNow() + HOUR_MS);
  return {
    body: schedule?.body ?? begun.body ?? "",
    sendAt: localText(at),
    whatsappId: String(schedule?.whatsappId ?? begun.whatsappId ?? ""),
    repeats: (schedule?.valorIntervalo ?? 0) > 0,
    intervalo: String(schedule?.intervalo ?? 1),
    valorIntervalo: String(schedule?.valorIntervalo || 1),
    enviarQuantasVezes: String(Math.max(2, schedule?.enviarQuantasVezes ?? 2)),
    tipoDias: String(schedule?.tipoDias ?? 4),
    assinar: schedule?.assinar ?? false,
    cancelOnReply: schedule?.cancelOnReply ?? false,
    openTicket: schedule?.openTicket === "enabled",
    statusTicket: schedule?.statusTicket ?? "closed",
    ticketUserId: String(schedule?.ticketUserId ?? ""),
    queueId: String(schedule?.queueId ?? ""),
  };
}

/** The call's body. A time that was not touched is the record's own instant: what recurs keeps its anchor. */
export function bodyOf(fields: FormFields, contactId: number, whatsappId: number, schedule?: Schedule) {
  const same = schedule && localText(new Date(schedule.sendAt)) === fields.sendAt;
  const untouched = same && schedule.status === "PENDENTE";
  return {
    body: fields.body,
    contactId,
    whatsappId,
    sendAt: untouched ? schedule.sendAt : new Date(fields.sendAt).toISOString(),
    intervalo: Number(fields.intervalo),
    valorIntervalo: fields.repeats ? Number(fields.valorIntervalo) : 0,
    enviarQuantasVezes: fields.repeats ? Number(fields.enviarQuantasVezes) : 1,
    tipoDias: Number(fields.tipoDias),
    assinar: fields.assinar,
    cancelOnReply: fields.cancelOnReply,
    openTicket: fields.openTicket ? "enabled" as const : "disabled" as const,
    statusTicket: fields.statusTicket,
    ticketUserId: fields.openTicket ? Number(fields.ticketUserId) || null : null,
    queueId: fields.openTicket ? Number(fields.queueId) || null : null,
  };
}
