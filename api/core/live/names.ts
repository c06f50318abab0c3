// Names that changed.
import { nameChanged, type Renamed } from "../../contract/renamed.ts";
import type { Tx } from "../../../db/tenant.ts";
import { emit, everybody } from "./emit.ts";

/** A person, a queue, a connection or a tag is called otherwise: whoever shows its badge changes it; streams go on. */
export function renamed(tx: Tx, of: Renamed["of"], now: { id: number; name: string; color?: string }): void {
  emit(tx, nameChanged, everybody, { of, id: now.id, name: now.name, color: now.color ?? null });
}

/** It is gone, and so are its badges. */
export function unnamed(tx: Tx, of: Renamed["of"], id: number): void {
  emit(tx, nameChanged, everybody, { of, id, name: null, color: null });
}
