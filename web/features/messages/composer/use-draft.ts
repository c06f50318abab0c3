import { useCallback, useEffect, useRef, useState } from "react";
import { getDefaultStore } from "jotai";
import { draftTextsAtom, readDraft, writeDraft } from "../../../core/drafts.ts";

const SAVE_AFTER_MS = 300;

/** The text of a box, kept on the device under a name. Give the component the name as its key: texts never mix. */
export function useDraft(name: string) {
  const [text, setText] = useState(() => getDefaultStore().get(draftTextsAtom).get(name) ?? "");
  const latest = useRef(text);
  const saved = useRef(text);
  const cleared = useRef(false);
  const save = useCallback(() => {
    if (latest.current === saved.current) return;
    saved.current = latest.current;
    void writeDraft(name, latest.current);
  }, [name]);
  const change = useCallback((next: string) => {
    latest.current = next;
    setText(next);
  }, []);
  useEffect(() => {
    void readDraft(name).then((draft) => {
      if (!draft?.text || cleared.current || latest.current.includes(draft.text)) return;
      // Somebody was faster than the disk: both texts stay.
      change(latest.current ? `${draft.text}\n${latest.current}` : draft.text);
    });
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("pagehide", save);
      save();
    };
  }, [name]);
  useEffect(() => {
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const clear = () => {
    cleared.current = true;
    change("");
    save();
  };
  return { text, change, clear };
}
