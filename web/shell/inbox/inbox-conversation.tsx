import { useAtomValue } from "jotai";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { viewerOf } from "../../core/can.ts";
import { useMe } from "../../core/me.ts";
import { busyAtom } from "../../features/tickets/actions/change.ts";
import { actions } from "../../features/tickets/actions/offered.ts";
import { useTicket } from "../../features/tickets/cache.ts";
import { ConversationHeader } from "../../features/tickets/header/conversation-header.tsx";
import { Composer } from "../../features/messages/composer/composer.tsx";
import { DropZone } from "../../features/messages/composer/drop-zone.tsx";
import { Thread } from "../../features/messages/thread/thread.tsx";
import { useTyping } from "../../features/messages/use-typing.ts";
import { ThreadSkeleton } from "../../features/messages/thread/thread-skeleton.tsx";
import { Failed } from "../../patterns/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { useLostTicket } from "./lost-ticket.ts";

const ContactPanel = lazy(() => import("./contact-panel.tsx").then((m) => ({ default: m.ContactPanel })));

/** What opens a ticket that cannot be written in: its first thing to do. */
function OpenFirst({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const name = ticket.status === "closed" ? "reopen" : "accept";
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
  const { data: ticket, error, refetch } = useTicket(uuid);
  const [panel, setPanel] = useState(false);
  const typing = useTyping(ticket?.id ?? 0);
  useLostTicket(ticket, uuid, error);
  if (!ticket) {
    if (!error) return <Waiting />;
    return (
      <div className="grid h-full place-items-center bg-bg">
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  const open = ticket.status === "open" || ticket.status === "group";
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
            activity={typing && <span className="text-success">{t("typing")}</span>}
          />
          <Thread key={`thread-${ticket.id}`} ticket={ticket} />
          <Composer key={`composer-${ticket.id}`} ticket={ticket} instead={<OpenFirst ticket={ticket} />} />
        </DropZone>
        {panel && (
          <Suspense fallback={null}>
            <ContactPanel ticket={ticket} alone={alone} onClose={() => setPanel(false)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
