// Drafts are kept in step with the server while somebody is signed in.
import { draftChanged } from "../../../api/features/drafts/contract.ts";
import { getDefaultStore } from "jotai";
import { saveBoxes } from "../../core/drafts.ts";
import { onEvent } from "../../core/live.ts";
import { outboxCountAtom } from "../../core/outbox.ts";
import { whileSignedIn } from "../../core/session.ts";
import { deviceStorageAtom } from "../../core/store/store.ts";
import { keepInStep, onlyHere, takeDraft } from "./sync.ts";

/** Where the device keeps nothing, what was not sent goes with the page. */
function warn(event: BeforeUnloadEvent) {
  const jotai = getDefaultStore();
  if (jotai.get(deviceStorageAtom) === "kept") return;
  saveBoxes();
  if (onlyHere() > 0 || jotai.get(outboxCountAtom).waiting > 0) event.preventDefault();
}

whileSignedIn(() => {
  const stops = [onEvent(draftChanged, ({ draft }) => takeDraft(draft)), keepInStep()];
  addEventListener("beforeunload", warn);
  stops.push(() => removeEventListener("beforeunload", warn));
  return () => stops.forEach((stop) => stop());
});
