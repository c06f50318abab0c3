import { useAtom } from "jotai";
import { type RefObject, useEffect } from "react";
import { fieldOf, lastInput } from "../../../core/page/last-input.ts";
import { hasMouse, replyWantedAtom, showReplyField } from "../../../core/page/reply-field.ts";

/**
 * The field takes the focus where an address or a mouse opened, accepted or finished something, and whenever this ticket's answer is wanted (a
 * key, a notification's "reply": on a phone its keyboard comes too). `shown`: the field is on screen.
 */
export function useReplyFocus(uuid: string, box: RefObject<HTMLTextAreaElement | null>, shown: boolean): void {
  const [wanted, setWanted] = useAtom(replyWantedAtom);
  useEffect(() => {
    if (!shown || !box.current) return;
    const writing = fieldOf(document.activeElement) !== null;
    if (lastInput() !== "key" && hasMouse() && !writing) box.current.focus({ preventScroll: true });
    return showReplyField(box.current);
  }, [shown]);
  useEffect(() => {
    if (wanted !== uuid || !shown || !box.current) return;
    box.current.focus();
    setWanted(null);
  }, [wanted, uuid, shown]);
}
