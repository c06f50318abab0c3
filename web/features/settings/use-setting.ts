// A setting that saves itself: what the person chose shows at once; a refusal is told, and takes a switch back.
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../core/words/i18n/i18n.ts";

export type SaveState = { name: "idle" | "saving" | "saved" } | { name: "failed"; reason: string };

/** A value on screen, the server's one behind it, and how saving it goes. `wait` ms of rest come before a save. */
export function useSetting(stored: string | undefined, save: (value: string) => Promise<unknown>, wait = 0) {
  const [draft, setDraft] = useState<string | null>(null);
  const [state, setState] = useState<SaveState>({ name: "idle" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<string | null>(null);
  const turn = useRef(0);
  const send = async () => {
    const value = latest.current;
    if (value === null) return;
    latest.current = null;
    const mine = ++turn.current;
    setState({ name: "saving" });
    const end = (how: SaveState) => {
      // Somebody who went on choosing sees how their last choice ends.
      if (mine !== turn.current || latest.current !== null) return;
      setState(how);
      // A switch shows the server's truth again; words that somebody typed stay theirs.
      if (wait === 0) setDraft(null);
    };
    try {
      await save(value);
      end({ name: "saved" });
    } catch (error) {
      end({ name: "failed", reason: errorText(error) });
    }
  };
  const sending = useRef(send);
  sending.current = send;
  // What was chosen a moment ago is saved when the screen is left, too.
  useEffect(() => () => {
    clearTimeout(timer.current);
    void sending.current();
  }, []);
  const change = (value: string) => {
    setDraft(value);
    latest.current = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void sending.current(), wait);
  };
  return { value: draft ?? stored ?? "", change, state };
}
