// Drafts are read from the device with the session: lists mark them, boxes begin with them.
import { getDefaultStore } from "jotai";
import { draftsOnlyHere, forgetDrafts, loadDrafts, saveBoxes } from "../../core/drafts.ts";
import { outboxCountAtom } from "../../core/outbox.ts";
import { whenForgotten, whileSignedIn } from "../../core/session.ts";
import { deviceStorageAtom } from "../../core/store/store.ts";

/** Where the device keeps nothing, what was not sent goes with the page. */
function warn(event: BeforeUnloadEvent) {
  const jotai = getDefaultStore();
  if (jotai.get(deviceStorageAtom) === "kept") return;
  saveBoxes();
  if (draftsOnlyHere() > 0 || jotai.get(outboxCountAtom).waiting > 0) event.preventDefault();
}

whileSignedIn(() => {
  void loadDrafts();
  addEventListener("beforeunload", warn);
  return () => removeEventListener("beforeunload", warn);
});
whenForgotten(forgetDrafts);
