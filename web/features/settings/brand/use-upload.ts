import { useState } from "react";
import { ApiError } from "../../../../api/contract/client.ts";
import { errorText, say } from "../../../core/words/i18n/i18n.ts";
import type { SaveState } from "../use-setting.ts";

/** Runs an upload and tells how it goes. A picture the browser cannot open is told as such. */
export function useUpload() {
  const [state, setState] = useState<SaveState>({ name: "idle" });
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setState({ name: "saving" });
    try {
      await work();
      setState({ name: "saved" });
      return true;
    } catch (error) {
      const reason = error instanceof ApiError ? errorText(error) : say("errors.ERR_UNSUPPORTED_MEDIA");
      setState({ name: "failed", reason });
      return false;
    }
  };
  return { state, run };
}
