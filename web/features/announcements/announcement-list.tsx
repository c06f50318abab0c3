import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { v7 as uuid } from "uuid";
import { type Announcement, announcements } from "../../../api/features/announcements/contract.ts";
import { useList } from "../../core/query.ts";
import { callApi } from "../../core/who/api.ts";
import { formatDate } from "../../core/words/format.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { Endless } from "../../patterns/lists/endless.tsx";
import { Badge } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { borders, priorityOf, tones } from "./priority.ts";
import { changeUnseen, useUnseen } from "./unseen.ts";

function Item({ record, fresh }: { record: Announcement; fresh: boolean }) {
  const { t } = useTranslation("announcements");
  const priority = priorityOf(record);
  return (
    <li className={cn("rounded-control border border-l-4 border-line bg-surface p-3", borders[priority])}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-fg-subtle">
        {priority !== 3 && <Badge tone={tones[priority]}>{t(`priority.${priority}`)}</Badge>}
        {fresh && <Badge tone="primary">{t("new")}</Badge>}
        <time dateTime={record.createdAt}>{formatDate(record.createdAt)}</time>
      </p>
      <h3 dir="auto" className="mt-1 font-600 wrap-anywhere">{record.title}</h3>
      <p dir="auto" className="mt-0.5 text-body whitespace-pre-wrap wrap-anywhere text-fg-muted">{record.text}</p>
      {record.mediaPath && (
        <a
          href={record.mediaPath}
          target="_blank"
          rel="noreferrer"
          className="mt-2 block overflow-hidden rounded-control bg-hover"
        >
          <img
            src={record.mediaPath}
            alt={t("imageOf", { title: record.title })}
            loading="lazy"
            className="mx-auto max-h-60 max-w-full object-contain"
          />
        </a>
      )}
    </li>
  );
}

/** What the platform announces: what is new first, the most important on top. Who opens it has seen it. */
export function AnnouncementList() {
  const { t } = useTranslation("announcements");
  const list = useList(announcements.list, { query: { status: "active" } });
  const unseen = useUnseen();
  // What was new when this was opened stays marked while it is read.
  const [fresh, setFresh] = useState(unseen);
  const { records } = list;
  const arrived = unseen.filter((id) => records.some((record) => record.id === id)).join();
  useEffect(() => {
    if (!arrived) return;
    const ids = arrived.split(",").map(Number);
    setFresh((known) => [...new Set([...known, ...ids])]);
    changeUnseen((left) => left.filter((id) => !ids.includes(id)));
    // Without a network they are new again at the next start.
    void callApi(announcements.seen, { body: { ids } }, { idempotencyKey: uuid() }).catch(() => undefined);
  }, [arrived]);
  if (list.isLoading) {
    return (
      <Late>
        <div role="status" aria-label={t("state.loading")} className="space-y-3">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </Late>
    );
  }
  if (list.error) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (records.length === 0) return <Empty drawing="chat" title={t("none")} hint={t("noneHint")} heading="h2" />;
  const inOrder = [...records].sort((a, b) => Number(fresh.includes(b.id)) - Number(fresh.includes(a.id)));
  return (
    <>
      <ul aria-label={t("bar.announcements")} className="space-y-3">
        {inOrder.map((record) => <Item key={record.id} record={record} fresh={fresh.includes(record.id)} />)}
      </ul>
      <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />
    </>
  );
}
