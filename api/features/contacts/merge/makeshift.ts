import type { Identity } from "../../../../channels/sdk/mod.ts";

/** A name for somebody of whom nothing is known yet: honest about what it is. A hidden id (LID) is never shown as a number. */
export function makeshiftName({ kind, value }: Pick<Identity, "value"> & { kind: string }): string {
  const tail = value.slice(-4);
  if (kind === "phone") return value;
  if (kind === "visitor") return `Visitante ${tail}`;
  if (kind === "group") return `Grupo …${tail}`;
  return kind === "lid" || kind === "bsuid" ? `WhatsApp …${tail}` : `${kind} ${tail}`;
}
