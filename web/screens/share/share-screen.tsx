import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useLocation, useSearch } from "wouter";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import { href } from "../../core/page/href.ts";
import type { SharedItem } from "../../core/store/identity.ts";
import { useMedia } from "../../core/device/media.ts";
import { queryClient, queryKey } from "../../core/answers/query-client.ts";
import { dropShared, noteSeen, readShared } from "../../core/store/shared.ts";
import { addFiles } from "../../features/messages/composer/attach/add-files.ts";
import { restoreText } from "../../features/messages/composer/drafts/restore.ts";
import { changeComposer } from "../../features/messages/composer/state.ts";
import { SharedItems } from "../../features/share/items.tsx";
import { previewOf } from "../../core/words/preview.ts";
import { plain } from "../../core/words/plain.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { useOwnTickets } from "./use-own-tickets.ts";

/** What the device knows of the ticket opens its conversation; the server's word follows. */
function showAtOnce(ticket: Ticket) {
  const key = queryKey("read", tickets.show, { params: { uuid: ticket.uuid } });
  if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, ticket, { updatedAt: 0 });
}

function Choice({ ticket, onChoose }: { ticket: Ticket; onChoose: () => void }) {
  const picture = useMedia(ticket.contact.urlPicture);
  const { name } = ticket.contact;
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-16 w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 sm:px-4"
      >
        <Avatar name={name} src={picture} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-600">{name}</span>
          <span className="block truncate text-meta text-fg-muted">
            {plain(previewOf(ticket.lastMessage), ticket.lastFromMe) || `#${ticket.id}`}
          </span>
        </span>
        {ticket.queue && <Chip colour={ticket.queue.color} className="max-w-28 shrink-0">{ticket.queue.name}</Chip>}
      </button>
    </li>
  );
}

function Tickets({ onChoose }: { onChoose: (ticket: Ticket) => void }) {
  const { t } = useTranslation("share");
  const [search, setSearch] = useState("");
  const { tickets: found, total, loading, error, retry, hasMore, more } = useOwnTickets(search);
  return (
    <section aria-labelledby="share-for" className="space-y-3">
      <h2 id="share-for" className="text-lead font-600">{t("forWhom")}</h2>
      {total > 0 && <SearchField value={search} onChange={setSearch} label={t("search")} />}
      {error && <Failed error={error} onRetry={() => void retry()} />}
      {loading && (
        <Late>
          {[0, 1, 2].map((row) => <Skeleton key={row} className="mb-2 h-14 w-full" />)}
        </Late>
      )}
      {found.length > 0 && (
        <ul
          aria-label={t("tickets")}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {found.map((ticket) => <Choice key={ticket.id} ticket={ticket} onChoose={() => onChoose(ticket)} />)}
        </ul>
      )}
      {found.length === 0 && total > 0 && (
        <p role="status" className="text-fg-muted">{t("list.noMatch", { ns: "core", search })}</p>
      )}
      {hasMore && <Button onClick={more} className="w-full">{t("more")}</Button>}
      {total === 0 && !loading && !error && (
        <Empty
          drawing="inbox"
          title={t("noTickets")}
          hint={t("noTicketsHint")}
          action={<Link href={`${href("tickets")}?tab=pending`} className={buttonStyle()}>{t("toWaiting")}</Link>}
        />
      )}
    </section>
  );
}

/** /share: what another app handed over, and for which conversation it is. Works without network. */
export function ShareScreen() {
  const { t } = useTranslation("share");
  const [, navigate] = useLocation();
  const lost = new URLSearchParams(useSearch()).has("lost");
  const [items, setItems] = useState<SharedItem[]>();
  useEffect(() => {
    void readShared().then((found) => {
      setItems(found);
      noteSeen();
    });
  }, []);
  if (!items) return null;
  const drop = (ids: string[]) => {
    void dropShared(ids);
    setItems(items.filter(({ id }) => !ids.includes(id)));
  };
  const choose = async (ticket: Ticket) => {
    const text = items.map((item) => item.text).filter((part) => part !== "").join("\n");
    showAtOnce(ticket);
    changeComposer(ticket.id, { note: false, editing: null });
    if (text) await restoreText(ticket.id, text, false);
    const files = items.flatMap((item) => item.files);
    if (files.length > 0) addFiles(ticket.id, files);
    drop(items.map(({ id }) => id));
    navigate(href("ticket", { uuid: ticket.uuid }), { replace: true });
  };
  const usable = items.some((item) => item.text !== "" || item.files.length > 0);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-150 flex-col gap-5 p-4 sm:p-6">
        <header>
          <h1 className="text-title font-600">{t("title")}</h1>
          {usable && <p className="text-body text-fg-muted">{t("intro")}</p>}
        </header>
        {lost && <p role="alert" className="rounded-card bg-danger-soft p-3 text-danger">{t("lost")}</p>}
        {items.length > 0 && <SharedItems items={items} onDrop={(id) => drop([id])} />}
        {usable ? <Tickets onChoose={(ticket) => void choose(ticket)} /> : (
          <Empty
            drawing="chat"
            title={t("nothing")}
            hint={t("nothingHint")}
            action={<Link href={href("tickets")} className={buttonStyle({ tone: "primary" })}>{t("toTickets")}</Link>}
          />
        )}
      </div>
    </div>
  );
}
