import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import type { OfferedDraft } from "../../../../../api/features/drafts/contract.ts";
import { draftName, draftNow, forgetDrafts, writeDraft } from "../../../../core/drafts.ts";
import { meAtom } from "../../../../core/who/me.ts";
import { offerOf, without } from "./offered.ts";
import { restoreText, takesText } from "./restore.ts";

const offer = (part: Partial<OfferedDraft>): OfferedDraft => ({
  ticketId: 1,
  mode: "reply",
  userId: 2,
  userName: "Ana",
  text: "Bom dia, já",
  updatedAt: "2026-11-20T12:00:00Z",
  ...part,
});
const open = { ticketId: 1, replies: true, notes: true };

test("only what was left in this ticket is offered, one after the other", () => {
  const all = [offer({ ticketId: 9 }), offer({}), offer({ userId: 3 })];
  expect(offerOf(all, open, false)).toBe(all[1]);
  expect(offerOf(without(all, all[1]!), open, false)).toBe(all[2]);
  expect(offerOf(without(without(all, all[1]!), all[2]!), open, false)).toBeUndefined();
});

test("a note is offered as a note: where none can be kept, not at all; an answer not where the customer cannot be answered", () => {
  const [reply, note] = [offer({}), offer({ mode: "note" })];
  expect(offerOf([reply, note], open, true)).toBe(note);
  expect(offerOf([note, reply], open, false)).toBe(reply);
  expect(offerOf([note], open, false)).toBe(note);
  expect(offerOf([note, reply], { ...open, notes: false }, true)).toBe(reply);
  expect(offerOf([reply], { ...open, replies: false }, false)).toBeUndefined();
});

test("dismissing an offer hides neither another's nor the same person's in the other mode", () => {
  const all = [offer({}), offer({ mode: "note" }), offer({ userId: 3 }), offer({ ticketId: 9 })];
  expect(without(all, offer({ text: "mais um pouco" }))).toEqual(all.slice(1));
});

test("a draft that is used comes above the text in the box and never replaces it, on screen or not", () => {
  getDefaultStore().set(meAtom, { id: 7, companyId: 1 } as never);
  const [reply, note] = [draftName(1, false), draftName(1, true)];
  void writeDraft(note, "minha nota");
  restoreText(1, "nota da Ana", true);
  expect(draftNow(note).text).toBe("nota da Ana\nminha nota");
  restoreText(2, "da Ana", false);
  expect(draftNow(draftName(2, false)).text).toBe("da Ana");
  const taken: string[] = [];
  const stop = takesText(reply, (text) => taken.push(text));
  restoreText(1, "da Ana", false);
  stop();
  expect([taken, draftNow(reply).text]).toEqual([["da Ana"], ""]);
  forgetDrafts();
});
