import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useParams } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { href } from "../../core/page/href.ts";
import { inIdle } from "../../core/app-files/on-demand.ts";
import { LIST_WIDTH } from "../../../api/contract/limits.ts";
import { TicketDialogs } from "../../features/tickets/actions/dialogs/dialog-host.tsx";
import { warmConversation } from "../../features/messages/device.ts";
import { TicketPane } from "../../features/tickets/list/pane.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { ErrorBoundary, Extra } from "../../patterns/error-boundary.tsx";
import { AskToRing } from "./alerts/ask-to-ring.tsx";
import { panelAtom } from "./panel-atom.ts";
import { Resizer } from "./resizer.tsx";
import { useAsked } from "./use-asked.ts";
import { useConversationPane } from "./use-conversation-pane.ts";
import { useNarrow } from "./use-narrow.ts";
import { usePaneWidth } from "./use-pane-width.ts";

/** The list gives way as far as it may, so that conversation (600 px) and contact (340 px) stand beside it. */
const BESIDE_PANEL = `max(${LIST_WIDTH.min}px, 100% - 940px)`;

const NowPlaying = inIdle(() => import("../../features/messages/now-playing.tsx").then((module) => module.NowPlaying));

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

/** Where the conversation stands. A file of it that does not come breaks this place alone: the list stays. */
function Conversation({ uuid, narrow }: { uuid: string | undefined; narrow: boolean }) {
  const { t } = useTranslation("tickets");
  const ConversationPane = useConversationPane(uuid !== undefined);
  if (uuid) return ConversationPane && <ConversationPane key={uuid} uuid={uuid} alone={narrow} />;
  if (narrow) return null;
  return (
    <div className="grid h-full place-items-center bg-bg">
      <Empty drawing="chat" title={t("choose")} hint={t("chooseHint")} />
    </div>
  );
}

/** The way back where the conversation stands alone and has no head. */
function ToList() {
  const { t } = useTranslation();
  return <Button onClick={() => navigate(href("tickets"))}>{t("do.back")}</Button>;
}

/** `/tickets`: the list and the conversation, beside each other on a desk, one at a time on a phone. */
export function InboxScreen() {
  const { uuid } = useParams<{ uuid?: string }>();
  const narrow = useNarrow();
  const { width, setWidth } = usePaneWidth();
  const panel = useAtomValue(panelAtom);
  useReturn(uuid);
  useAsked();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Extra>
        <NowPlaying />
      </Extra>
      <div className="@container/inbox flex min-h-0 flex-1">
        <div
          className={cn("isolate flex-col", narrow ? uuid ? "hidden" : "flex min-w-0 flex-1" : "flex shrink-0")}
          style={narrow
            ? undefined
            : { width: panel ? `min(${width}px, 50vw, ${BESIDE_PANEL})` : `min(${width}px, 50vw)` }}
        >
          <div className="min-h-0 flex-1">
            <TicketPane selected={uuid} onNear={warmConversation} />
          </div>
          <AskToRing />
        </div>
        {!narrow && <Resizer width={width} onWidth={setWidth} />}
        <div className={narrow && !uuid ? "hidden" : "min-w-0 flex-1"}>
          <ErrorBoundary key={uuid} besides={narrow && <ToList />}>
            <Conversation uuid={uuid} narrow={narrow} />
          </ErrorBoundary>
        </div>
      </div>
      <TicketDialogs />
    </div>
  );
}
