import { afterEach, expect, test, vi } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { someone } from "../../core/testing/api.ts";
import { ticketEffects } from "../../ticket-effects.ts";
import { happen, setTicketEffects, type TicketEffects } from "./effects.ts";

const nothing: TicketEffects = {
  changed: [],
  handedOver: [],
  gone: [],
  roundOver: [],
  personActs: [],
  leftToPeople: [],
  says: [],
  failed: [],
  noted: [],
  joins: [],
};
const o = await someone();
afterEach(() => setTicketEffects(ticketEffects));

test("every effect begins in the caller's own turn, in the order of the list", async () => {
  const did: string[] = [];
  const slow = Promise.withResolvers<void>();
  setTicketEffects({
    ...nothing,
    gone: [(_tx, { ticketId }) => (did.push(`first ${ticketId}`), slow.promise), () => void did.push("second")],
    roundOver: [() => void did.push("of something else")],
  });
  await withTenant({ companyId: o.companyId }, async (tx) => {
    const done = happen(tx, "gone", { ticketId: 7 });
    expect(did).toEqual(["first 7", "second"]);
    const ended = vi.fn();
    void done.then(ended);
    await tx`select 1`;
    expect(ended).not.toHaveBeenCalled();
    slow.resolve();
    await done;
  });
});

test("the change fails when an effect fails", async () => {
  setTicketEffects({ ...nothing, gone: [() => Promise.reject(new Error("no room"))] });
  await expect(withTenant({ companyId: o.companyId }, (tx) => happen(tx, "gone", { ticketId: 7 }))).rejects.toThrow(
    "no room",
  );
});

test("a process refuses to change tickets when it was not given the list of effects", async () => {
  setTicketEffects(null);
  await expect(withTenant({ companyId: o.companyId }, (tx) => happen(tx, "gone", { ticketId: 7 }))).rejects.toThrow(
    "not given the effects",
  );
});
