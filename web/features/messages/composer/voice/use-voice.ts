import { useEffect } from "react";
import type { ChannelInfo } from "../../../../../api/features/connections/contract.ts";
import { begin, cancel, type Deliver, find, formatFor, goFree, leave, send } from "./recorder.ts";
import { currentRecording, useRecording } from "./state.ts";
import { useHold } from "./use-hold.ts";

interface Box {
  ticketId: number;
  note: boolean;
  /** What the channel takes; null: everything, undefined while that is not known. */
  takes: ChannelInfo["media"] | null | undefined;
  /** Of this conversation, also when it is called after one has gone to another. */
  deliver: Deliver;
}

/** Recording in one conversation's box: what is going on, and what the button does. */
export function useVoice({ ticketId, note, takes, deliver }: Box) {
  const recording = useRecording(ticketId, note);
  const media = takes ?? null;
  const able = takes !== undefined && formatFor(media) !== null;
  const start = (free: boolean) => void begin({ ticketId, note, free, media, deliver });
  const { trail, handlers } = useHold({
    onStart: () => start(false),
    onCancel: () => void cancel(),
    onLock: goFree,
    onRelease: () => void (currentRecording()?.phase === "asking" ? cancel() : send()),
  });
  useEffect(() => {
    void find(ticketId, note, deliver);
    return () => {
      const now = currentRecording();
      if (now?.ticketId === ticketId && now.note === note) void leave();
    };
  }, [ticketId, note]);
  return {
    able,
    recording,
    trail,
    button: {
      ...handlers,
      // A mouse, a key or a screen reader presses once; the finger holds.
      onClick: (e: { detail: number; nativeEvent: Event }) => {
        const kind = (e.nativeEvent as Partial<globalThis.PointerEvent>).pointerType;
        if (!recording && (kind !== "touch" || e.detail === 0)) start(true);
      },
    },
  };
}
