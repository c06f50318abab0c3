import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { dashboard as calls } from "../../../api/features/dashboard/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { formatAge } from "../../core/words/format.ts";
import { plain } from "../../core/words/plain.ts";
import { previewOf, saidLine } from "../../core/words/preview.ts";
import { href } from "../../core/page/href.ts";
import { liveList } from "../../core/events/lists.ts";
import { useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Picker } from "../../patterns/forms/picker.tsx";
import { Face } from "../../patterns/face.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Count } from "../../ui/badge.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { type Column, columnsOf, inPanel, waitingFirst } from "./columns.ts";

liveList(calls.moments, { belongs: (ticket, call) => inPanel(ticket, call.query?.queueIds), sort: waitingFirst });

function Row({ ticket }: { ticket: Ticket }) {
  const me = useMe();
  const admin = useCan("admin");
  const last = ticket.lastFromMe && ticket.lastInbound
    ? plain(saidLine(ticket.lastInbound), false)
    : plain(previewOf(ticket.lastMessage), ticket.lastFromMe);
  const content = (
    <>
      <Face name={ticket.contact.name} src={ticket.contact.urlPicture} size="small" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-500">{ticket.contact.name}</span>
          <time dateTime={ticket.updatedAt} className="shrink-0 text-meta text-fg-subtle">
            {formatAge(ticket.updatedAt)}
          </time>
        </span>
        <span dir="auto" className="block truncate text-fg-muted">{last || "—"}</span>
        {ticket.queue && <Chip colour={ticket.queue.color}>{ticket.queue.name}</Chip>}
      </span>
      <Count loud value={ticket.unreadMessages} />
    </>
  );
  const style = "flex min-h-14 items-start gap-2.5 px-3 py-2";
  // Only an admin or whoever has the ticket opens it from here.
  return admin || ticket.userId === me.id
    ? (
      <Link
        href={href("ticket", { uuid: ticket.uuid })}
        className={`${style} -outline-offset-2 hover:bg-hover`}
      >
        {content}
      </Link>
    )
    : <div className={style}>{content}</div>;
}

function Panel({ column }: { column: Column }) {
  const { t } = useTranslation("moments");
  return (
    <section aria-label={column.name ?? t("waiting")} className="min-w-0 rounded-card border border-line bg-surface">
      <header className="flex items-center gap-2.5 border-b border-line px-3 py-2.5">
        {column.name && <Avatar name={column.name} colour={column.colour} size="small" />}
        <h2 className="min-w-0 flex-1 truncate text-body font-600">{column.name ?? t("waiting")}</h2>
        <span className="text-meta text-fg-muted tabular-nums">{column.tickets.length}</span>
      </header>
      {column.tickets.length === 0 && <p className="px-3 py-4 text-meta text-fg-subtle">{t("none")}</p>}
      <ul
        tabIndex={0}
        aria-label={column.name ?? t("waiting")}
        className="max-h-[60vh] divide-y divide-line overflow-y-auto"
      >
        {column.tickets.map((ticket) => (
          <li key={ticket.id}>
            <Row ticket={ticket} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** /moments: who has which conversations, and who waits; live. */
export function MomentsScreen() {
  const { t } = useTranslation("moments");
  const [chosen, setChosen] = useState<number[]>([]);
  const { data: departments = [] } = useRead(queues.list);
  const query = chosen.length ? { queueIds: JSON.stringify(chosen) } : {};
  const { data, error, refetch } = useRead(calls.moments, { query }, { keepPrevious: true });
  return (
    <ListPage title={t("title")} intro={t("intro")} count={data?.length} wide>
      <div className="w-full sm:max-w-80">
        <Picker
          label={t("queues")}
          placeholder={`${t("queues")}: ${t("all")}`}
          choices={[...departments, { id: 0, name: t("noQueue") }]}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Late>
          <div role="status" aria-label={t("state.loading")} className="grid gap-4 sm:grid-cols-3">
            {[0, 1, 2].map((place) => <Skeleton key={place} className="h-60" />)}
          </div>
        </Late>
      )}
      {data?.length === 0 && <Empty drawing="inbox" title={t("empty")} hint={t("emptyHint")} />}
      {data && data.length > 0 && (
        <div className="grid items-start gap-4 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
          {columnsOf(data).map((column) => <Panel key={column.id} column={column} />)}
        </div>
      )}
    </ListPage>
  );
}
