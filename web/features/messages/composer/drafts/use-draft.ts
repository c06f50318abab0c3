// The text of a box. What is typed is on the device within 300 ms of a pause, each second without one, and when the page goes; what
// other devices write appears only in a box that nobody is in and that holds nothing of its own.
import { useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { both, mine, theirs } from "../../../../core/store/draft-merge.ts";
import { changeDraft, draftNow, draftsAtom, openBox, releaseDraft, writeDraft } from "../../../../core/drafts.ts";

const SAVE_AFTER_MS = 300;
/** Who types without a pause loses no more than this when the browser dies, ms. */
const SAVE_WITHIN_MS = 1000;
const choices = { theirs, both, mine };
export type DraftChoice = keyof typeof choices;

/** The draft of that name in a box. Give the component the name as its key: texts never mix. */
export function useDraft(name: string, box: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState(() => draftNow(name).text);
  const latest = useRef(text);
  const saved = useRef(text);
  const unsavedSince = useRef<number | null>(null);
  const save = useCallback(() => {
    if (latest.current === saved.current) return;
    saved.current = latest.current;
    unsavedSince.current = null;
    void writeDraft(name, latest.current);
  }, [name]);
  const change = useCallback((next: string) => {
    latest.current = next;
    setText(next);
  }, []);
  useEffect(() => {
    const show = (next: string) => {
      saved.current = next;
      change(next);
    };
    const close = openBox(name, { focused: () => document.activeElement === box.current, save, show });
    // It may have come between the first paint and now.
    if (latest.current === saved.current) show(draftNow(name).text);
    const element = box.current;
    const release = (e: FocusEvent) => {
      if (!(e.relatedTarget as Element | null)?.closest("[data-elsewhere]")) releaseDraft(name);
    };
    element?.addEventListener("blur", release);
    return () => {
      element?.removeEventListener("blur", release);
      close();
    };
  }, [name]);
  useEffect(() => {
    if (latest.current === saved.current) {
      unsavedSince.current = null;
      return;
    }
    unsavedSince.current ??= performance.now();
    const left = unsavedSince.current + SAVE_WITHIN_MS - performance.now();
    const timer = setTimeout(save, Math.max(0, Math.min(SAVE_AFTER_MS, left)));
    return () => clearTimeout(timer);
  }, [text]);
  const clear = () => {
    change("");
    save();
  };
  const other = useAtomValue(useMemo(() => selectAtom(draftsAtom, (all) => all.get(name)?.other ?? null), [name]));
  const choose = (choice: DraftChoice) => void changeDraft(name, choices[choice]);
  return { text, change, clear, other, choose };
}
