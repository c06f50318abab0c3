// The conversation is not needed to paint the list: it comes with the first movement towards it, and stays.
import { useEffect, useState } from "react";

type Pane = typeof import("./inbox-conversation.tsx").ConversationPane;
let loaded: Pane | undefined;
let loading: Promise<Pane> | undefined;

/** A file that fails to load is asked for again when somebody wants it again. */
async function load(): Promise<Pane> {
  try {
    const { ConversationPane } = await import("./inbox-conversation.tsx");
    return loaded = ConversationPane;
  } catch (error) {
    loading = undefined;
    throw error;
  }
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

/**
 * The pane once it is there. `wanted` loads it at once, otherwise the first sign of somebody does. Throws where it is wanted and its
 * file did not come: the place where it should stand says so, and offers to try again.
 */
export function useConversationPane(wanted: boolean): Pane | undefined {
  const [pane, setPane] = useState<Pane | undefined>(() => loaded);
  const [failed, setFailed] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    // It may have come since this was drawn.
    if (loaded) return setPane(() => loaded);
    let there = true;
    const begin = () =>
      void (loading ??= load()).then(
        (made) => there && setPane(() => made),
        (error) => there && wanted && setFailed({ error }),
      );
    const stop = wanted ? soon(begin) : atFirstSign(begin);
    return () => {
      there = false;
      stop();
    };
  }, [wanted]);
  const made = pane ?? loaded;
  if (!made && wanted && failed) throw failed.error;
  return made;
}
