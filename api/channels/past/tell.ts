// Tells a company's people how far an import of old messages is.
import { manyChanged } from "../../contract/many.ts";
import type { Tx } from "../../../db/tenant.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { pastChanged } from "../../features/connections/contract.ts";

/** `this` of `all` are in, the last one of `date`; -1 while they are collected. */
export function tellPast(tx: Tx, connectionId: number, status: { this: number; all: number; date: Date }): void {
  emit(tx, pastChanged, everybody, { action: "update", whatsappId: connectionId, status });
}

/**
 * Something of thousands of tickets changed, or may have: one word instead of an event for each. Screens fetch anew what
 * they show; streams go on.
 */
export function tellAnew(tx: Tx, connectionId: number): void {
  emit(tx, pastChanged, everybody, { action: "refresh", whatsappId: connectionId });
  emit(tx, manyChanged, everybody, { action: "refresh" });
}
