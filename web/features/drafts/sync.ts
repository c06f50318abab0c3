// Drafts travel to the person's other devices. Their own small sync: nothing waits for it, and what it cannot deliver stays on
// the device until it can. A draft two devices changed is settled by the person, in the box.
import { drafts, type ServerDraft } from "../../../api/features/drafts/contract.ts";
import { MAX_MESSAGE_CHARS } from "../../../api/contract/limits.ts";
import { getDefaultStore } from "jotai";
import { ApiError, callApi } from "../../core/who/api.ts";
import { kept, released, sending, told, toSend } from "../../core/store/draft-merge.ts";
import {
  changeDraft,
  draftName,
  draftOf,
  draftsAtom,
  draftsOnlyHere,
  type KeptDraft,
  saveBoxes,
  watchDrafts,
} from "../../core/drafts.ts";
import { connectionAtom } from "../../core/live.ts";
import { readToken } from "../../core/who/token.ts";

/** Nobody types that slowly in one breath. */
const SEND_AFTER_MS = 1500;
/** What was sent should not stand on the other device for long. */
const EMPTIED_AFTER_MS = 150;
const AGAIN_MS = [2_000, 5_000, 15_000, 60_000];
/** The first screen has the network for itself. */
const LIST_AFTER_MS = 1500;

/** Signing out waits this long for a slow network, ms. */
const LEAVE_WITHIN_MS = 1500;

const jotai = getDefaultStore();
let timer: ReturnType<typeof setTimeout> | undefined;
let due = Infinity;
let failures = 0;

const waiting = (draft: KeptDraft) =>
  toSend(draft) && draft.refused === null && draft.text.length <= MAX_MESSAGE_CHARS && draftOf(draft.id) !== null;

function later(ms: number) {
  const at = Date.now() + ms;
  // Typing on pushes the moment away, except from an emptied draft's.
  if (timer !== undefined && due <= at && ms <= EMPTIED_AFTER_MS) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(() => {
    timer = undefined;
    void send();
  }, ms);
}

/** What the server has of a draft, from an event, the list or a refusal. */
export function takeDraft(draft: ServerDraft): void {
  void changeDraft(
    draftName(draft.ticketId, draft.mode === "note"),
    (known, held) => told(known, draft, held),
  );
}

async function deliver(draft: KeptDraft): Promise<void> {
  const { ticketId, note } = draftOf(draft.id)!;
  const { text, base } = draft;
  await changeDraft(draft.id, sending, "box");
  try {
    const answer = await callApi(drafts.write, {
      params: { ticketId, mode: note ? "note" : "reply" },
      body: { text, base },
    });
    void changeDraft(draft.id, (known, held) => {
      const now = kept(known, answer);
      return held ? now : released(now);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "ERR_DRAFT_CHANGED") return takeDraft(error.body.draft as ServerDraft);
    const lasting = error.status >= 400 && error.status < 500 && ![401, 402, 408, 426, 429].includes(error.status) &&
      error.code !== "ERR_SESSION_EXPIRED";
    if (!lasting) throw error;
    void changeDraft(draft.id, (known) => known.text === text ? { ...known, sent: null, refused: error.code } : known);
  }
}

/** Sends what the server does not have. One tab does at a time; resolves when nothing is left, or nothing can be sent now. */
export async function send(): Promise<void> {
  if (!readToken()) return;
  await navigator.locks.request("recado.drafts", async () => {
    const tried = new Map<string, string>();
    for (;;) {
      const draft = [...jotai.get(draftsAtom).values()].find((one) =>
        waiting(one) && tried.get(one.id) !== `${one.base} ${one.text}`
      );
      if (!draft) return;
      tried.set(draft.id, `${draft.base} ${draft.text}`);
      try {
        await deliver(draft);
        failures = 0;
      } catch {
        // No network, or a server that is not well.
        return later(AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)]!);
      }
    }
  });
}

/** Asks for all drafts: what other devices wrote while this one was away. */
async function fetchAll(): Promise<void> {
  try {
    // Ended ones are among them. One that is missing belongs to a ticket that is gone from here: its text stays on the device.
    for (const draft of await callApi(drafts.list)) takeDraft(draft);
  } catch { /* asked again when the stream is back */ }
}

/** Keeps the drafts of the signed-in person in step. Answers what stops it. */
export function keepInStep(): () => void {
  let listing: ReturnType<typeof setTimeout> | undefined;
  let online = false;
  const again = () => {
    failures = 0;
    later(0);
  };
  const away = () => {
    if (document.visibilityState !== "hidden") return again();
    saveBoxes();
    void send();
  };
  const connected = () => {
    const now = jotai.get(connectionAtom) === "online";
    if (now && !online) {
      clearTimeout(listing);
      listing = setTimeout(() => void fetchAll().then(again), LIST_AFTER_MS);
    }
    online = now;
  };
  const stops = [
    watchDrafts((draft) => waiting(draft) && later(draft.text === "" ? EMPTIED_AFTER_MS : SEND_AFTER_MS)),
    jotai.sub(connectionAtom, connected),
  ];
  connected();
  addEventListener("online", again);
  document.addEventListener("visibilitychange", away);
  return () => {
    clearTimeout(timer);
    clearTimeout(listing);
    timer = undefined;
    removeEventListener("online", again);
    document.removeEventListener("visibilitychange", away);
    stops.forEach((stop) => stop());
  };
}

/** Tries to send what is left, for a moment; answers how many drafts only this device has. */
export async function unsentDrafts(): Promise<number> {
  saveBoxes();
  await Promise.race([send(), new Promise((resolve) => setTimeout(resolve, LEAVE_WITHIN_MS))]);
  return draftsOnlyHere();
}
