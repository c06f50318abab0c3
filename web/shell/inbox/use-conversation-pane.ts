// The conversation is not needed to paint the list, so it comes right after it; from then on it is there without waiting.
import { useEffect, useState } from "react";

type Pane = typeof import("./inbox-conversation.tsx").ConversationPane;
let loaded: Pane | undefined;
let loading: Promise<Pane> | undefined;

async function load(): Promise<Pane> {
  const { ConversationPane } = await import("./inbox-conversation.tsx");
  return loaded = ConversationPane;
}

function whenIdle(run: () => void) {
  const id = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(id);
}
function soon(run: () => void) {
  const id = setTimeout(run);
  return () => clearTimeout(id);
}

/** The pane once it is there. `wanted` loads it at once, otherwise the browser does when it has nothing better to do. */
export function useConversationPane(wanted: boolean): Pane | undefined {
  const [pane, setPane] = useState<Pane | undefined>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let there = true;
    const begin = () => void (loading ??= load()).then((made) => there && setPane(() => made));
    // Safari has no idle callbacks.
    const stop = !wanted && "requestIdleCallback" in globalThis ? whenIdle(begin) : soon(begin);
    return () => {
      there = false;
      stop();
    };
  }, [wanted]);
  return pane ?? loaded;
}
