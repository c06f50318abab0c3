// Drafts are kept in step with the server while somebody is signed in.
import { draftChanged } from "../../../api/features/drafts/contract.ts";
import { onEvent } from "../../core/live.ts";
import { whileSignedIn } from "../../core/session.ts";
import { keepInStep, takeDraft } from "./sync.ts";

whileSignedIn(() => {
  const stops = [onEvent(draftChanged, ({ draft }) => takeDraft(draft)), keepInStep()];
  return () => stops.forEach((stop) => stop());
});
