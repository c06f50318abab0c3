import { useAtom } from "jotai";
import { type RefObject, useEffect } from "react";
import { replyWantedAtom } from "../../../core/page/reply-wanted.ts";

/** Takes the focus, and a phone's keyboard with it, when a notification's "reply" opened this ticket. */
export function useReplyWanted(uuid: string, box: RefObject<HTMLTextAreaElement | null>): void {
  const [wanted, setWanted] = useAtom(replyWantedAtom);
  useEffect(() => {
    if (wanted !== uuid || !box.current) return;
    box.current.focus();
    setWanted(null);
  }, [wanted, uuid]);
}
