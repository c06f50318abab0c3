import { useAtom, useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { viewerOf } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { busyAtom } from "../../features/tickets/actions/change.ts";
import { actions, offered } from "../../features/tickets/actions/offered.ts";
import { useTicket } from "../../features/tickets/cache.ts";
import { serves } from "../../features/tickets/state/membership.ts";
import { RefusedBar } from "../../features/tickets/header/refused-bar.tsx";
import { useWantedTicket } from "../../features/tickets/use-wanted.ts";
import { ConversationHeader } from "../../features/tickets/header/conversation-header.tsx";
import { usePresence } from "../../features/presence/use-presence.ts";
import { Composer } from "../../features/messages/composer/composer.tsx";
import { DropZone } from "../../features/messages/composer/drop-zone.tsx";
import { pickingAtom } from "../../features/messages/forward/state.ts";
import { Thread } from "../../features/messages/thread/thread.tsx";
import { openSearch } from "../../features/messages/search/state.ts";
import { useTyping } from "../../features/messages/use-typing.ts";
import { ThreadSkeleton } from "../../features/messages/thread/thread-skeleton.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { usePainted } from "../../patterns/use-painted.ts";
import { Button } from "../../ui/button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { usePrintKey } from "./use-print-key.ts";
import { type ChatTab, ChatTabs } from "./chat-tabs.tsx";
import { useLostTicket } from "./lost-ticket.ts";
import { panelAtom } from "./panel-atom.ts";

const PresenceLine = onDemand(() => import("../../features/presence/presence-line.tsx").then((m) => m.PresenceLine));
const PlannedHere = onDemand(() => import("../../features/schedules/planned-here.tsx").then((m) => m.PlannedHere));
const ContactTickets = onDemand(() => import("./contact/contact-tickets.tsx").then((m) => m.ContactTickets));
const ContactPanel = onDemand(() => import("./contact/contact-panel.tsx").then((m) => m.ContactPanel));

/** What opens a ticket that cannot be written in: its first thing to do. */
function OpenFirst({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const me = useMe();
  const [name] = offered(ticket, viewerOf(me)).quick;
  if (!name || me.support?.mine) return null;
  const { icon: Icon, run } = actions[name];
  return (
    <Button tone="primary" busy={busy} onClick={() => void run(ticket)}>
      {!busy && <Icon aria-hidden />} {t(`action.${name}`)}
    </Button>
  );
}

function Waiting() {
  return (
    <div className="flex h-full flex-col bg-bg">
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line bg-surface px-4">
        <Late>
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="h-4 w-40" />
        </Late>
      </div>
      <ThreadSkeleton />
    </div>
  );
}

/** The conversation of an address: header, thread, composer, and the contact beside it. */
export function ConversationPane({ uuid, alone }: { uuid: string; alone: boolean }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { data, error, refetch } = useTicket(uuid);
  const ticket = useWantedTicket(data);
  const [panel, setPanel] = useAtom(panelAtom);
  useEffect(() => () => setPanel(false), []);
  const [tab, setTab] = useState<ChatTab>("ticket");
  // The bar of what is picked takes the composer's place.
  const picking = useAtomValue(pickingAtom)?.ticketId === ticket?.id && ticket !== undefined;
  const sessions = alone && tab === "sessions";
  // On a phone the words come first, what one writes with a frame later.
  const painted = usePainted();
  const typing = useTyping(ticket?.id ?? 0);
  const { others, typed } = usePresence(ticket?.id);
  usePrintKey(ticket);
  useLostTicket(ticket, uuid, error);
  if (!ticket) {
    if (!error) return <Waiting />;
    return (
      <div className="grid h-full place-items-center bg-bg">
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  const readOnly = me.support?.mine || !serves(ticket, viewerOf(me));
  const open = !readOnly && (ticket.status === "open" || ticket.status === "group");
  return (
    <div className="@container h-full">
      <div className="relative flex h-full min-h-0">
        <DropZone
          ticketId={ticket.id}
          contactName={ticket.contact.name}
          open={open}
          className="flex min-w-0 flex-1 flex-col"
        >
          <ConversationHeader
            ticket={ticket}
            viewer={viewerOf(me)}
            alone={alone}
            panelOpen={panel}
            onPanel={() => setPanel(!panel)}
            onSearch={() => openSearch(ticket.id)}
            activity={typing && <span className="text-success">{t("typing")}</span>}
          />
          <RefusedBar ticket={ticket} />
          {alone && <ChatTabs value={tab} onChange={setTab} />}
          {sessions
            ? (
              <div
                role="tabpanel"
                aria-label={t("tabs.sessions", { ns: "tickets" })}
                className="min-h-0 flex-1 overflow-y-auto bg-surface"
              >
                <ContactTickets ticket={ticket} alone />
              </div>
            )
            : <Thread key={`thread-${ticket.id}`} ticket={ticket} readOnly={readOnly} />}
          {sessions
            ? null
            : alone && !painted
            ? <div className="h-15 shrink-0 border-t border-line bg-surface" />
            : (
              <div className={picking ? "hidden" : "shrink-0"} onInput={typed}>
                {others.length > 0 && <PresenceLine others={others} />}
                {!readOnly && me.company.plan.useSchedules && (
                  <PlannedHere key={`planned-${ticket.id}`} ticket={ticket} />
                )}
                <Composer
                  key={`composer-${ticket.id}`}
                  ticket={ticket}
                  readOnly={readOnly}
                  instead={<OpenFirst ticket={ticket} />}
                />
              </div>
            )}
        </DropZone>
        {panel && <ContactPanel ticket={ticket} alone={alone} onClose={() => setPanel(false)} />}
      </div>
    </div>
  );
}
