// The conversation is not needed to paint the list: it comes with the first movement towards it, and stays.
import { useEffect, useState } from "react";

type Pane = typeof import("./inbox-conversation.tsx").ConversationPane;
let loaded: Pane | undefined;
let loading: Promise<Pane> | undefined;

async function load(): Promise<Pane> {
  const { ConversationPane } = await import("./inbox-conversation.tsx");
  return loaded = ConversationPane;
}

const signs = ["pointerover", "pointerdown", "focusin", "keydown"] as const;
/** The first sign of somebody at the list; the service worker has the file by then, or soon. */
function atFirstSign(run: () => void) {
  const stop = () => signs.forEach((sign) => document.removeEventListener(sign, go));
  const go = () => {
    stop();
    run();
  };
  signs.forEach((sign) => document.addEventListener(sign, go, { passive: true }));
  return stop;
}
function soon(run: () => void) {
  const id = setTimeout(run);
  return () => clearTimeout(id);
}

/** The pane once it is there. `wanted` loads it at once, otherwise the first sign of somebody does. */
export function useConversationPane(wanted: boolean): Pane | undefined {
  const [pane, setPane] = useState<Pane | undefined>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let there = true;
    const begin = () => void (loading ??= load()).then((made) => there && setPane(() => made));
    const stop = wanted ? soon(begin) : atFirstSign(begin);
    return () => {
      there = false;
      stop();
    };
  }, [wanted]);
  return pane ?? loaded;
}
