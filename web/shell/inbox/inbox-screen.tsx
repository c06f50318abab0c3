import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "wouter";
import { TicketDialogs } from "../../features/tickets/actions/dialog-host.tsx";
import { TicketPane } from "../../features/tickets/list/pane.tsx";
import { Empty } from "../../patterns/empty.tsx";
import { Resizer } from "./resizer.tsx";
import { useConversationPane } from "./use-conversation-pane.ts";
import { useNarrow } from "./use-narrow.ts";
import { usePaneWidth } from "./use-pane-width.ts";

/** Leaving a conversation gives the focus back to its row. */
function useReturn(uuid: string | undefined) {
  const before = useRef(uuid);
  useEffect(() => {
    if (before.current && !uuid) {
      const row = document.querySelector<HTMLElement>(`[data-row][href$="${CSS.escape(before.current)}"]`) ??
        document.querySelector<HTMLElement>('[data-row][tabindex="0"]');
      row?.focus({ preventScroll: true });
    }
    before.current = uuid;
  }, [uuid]);
}

/** `/tickets`: the list and the conversation, beside each other on a desk, one at a time on a phone. */
export function InboxScreen() {
  const { t } = useTranslation("tickets");
  const { uuid } = useParams<{ uuid?: string }>();
  const narrow = useNarrow();
  const { width, setWidth } = usePaneWidth();
  const ConversationPane = useConversationPane(uuid !== undefined);
  useReturn(uuid);
  return (
    <div className="flex h-full min-h-0">
      <div
        className={narrow ? uuid ? "hidden" : "min-w-0 flex-1" : "shrink-0"}
        style={narrow ? undefined : { width: `min(${width}px, 50vw)` }}
      >
        <TicketPane selected={uuid} />
      </div>
      {!narrow && <Resizer width={width} onWidth={setWidth} />}
      {(uuid || !narrow) && (
        <div className="min-w-0 flex-1">
          {uuid
            ? ConversationPane && <ConversationPane key={uuid} uuid={uuid} alone={narrow} />
            : (
              <div className="grid h-full place-items-center bg-bg">
                <Empty drawing="chat" title={t("choose")} hint={t("chooseHint")} />
              </div>
            )}
        </div>
      )}
      <TicketDialogs />
    </div>
  );
}
