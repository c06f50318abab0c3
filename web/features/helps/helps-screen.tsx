import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Help, helps } from "../../../api/features/helps/contract.ts";
import { useList } from "../../core/query.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { Endless } from "../../patterns/lists/endless.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { VideoFrame } from "../../patterns/video-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";

function Video({ help, on, onPlay }: { help: Help; on: boolean; onPlay: () => void }) {
  const { t } = useTranslation("helps");
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      {on ? <VideoFrame title={help.title} code={help.video} /> : (
        <button
          type="button"
          aria-label={t("play", { title: help.title })}
          onClick={onPlay}
          className="group grid aspect-video w-full place-items-center bg-primary-soft -outline-offset-2"
        >
          <span className="grid size-14 place-items-center rounded-full bg-primary text-on-primary transition-transform group-hover:scale-105 motion-reduce:transition-none">
            <Play aria-hidden className="ml-0.5 size-6 fill-current" />
          </span>
        </button>
      )}
      <div className="p-4">
        <h2 dir="auto" className="text-lead font-600 wrap-anywhere">{help.title}</h2>
        {help.description && (
          <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere text-fg-muted">{help.description}</p>
        )}
      </div>
    </li>
  );
}

/** /helps: videos that explain the product. One plays at a time, and none is asked for before it is pressed. */
export function HelpsScreen() {
  const { t } = useTranslation("helps");
  const { typed, setTyped, search } = useSearch();
  const list = useList(helps.list, { query: search ? { searchParam: search } : {} }, { keepPrevious: true });
  const [playing, setPlaying] = useState<number | null>(null);
  const { records } = list;
  return (
    <ListPage
      title={t("title")}
      intro={t("intro")}
      search={{ value: typed, onChange: setTyped, label: t("search") }}
    >
      {list.isLoading
        ? (
          <Late>
            <div role="status" aria-label={t("state.loading")} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {[1, 2, 3].map((n) => <Skeleton key={n} className="aspect-video w-full" />)}
            </div>
          </Late>
        )
        : list.error
        ? <Failed error={list.error} onRetry={() => void list.refetch()} />
        : records.length === 0
        ? search === "" ? <Empty drawing="chat" title={t("empty")} hint={t("emptyHint")} /> : (
          <Empty
            drawing="search"
            title={t("list.noMatch", { search })}
            hint={t("list.noMatchHint")}
            action={<Button onClick={() => setTyped("")}>{t("do.clear")}</Button>}
          />
        )
        : (
          <>
            <p className="text-meta text-fg-subtle">{t("notice")}</p>
            <ul aria-label={t("title")} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {records.map((help) => (
                <Video
                  key={help.id}
                  help={help}
                  on={playing === help.id}
                  onPlay={() => setPlaying(help.id)}
                />
              ))}
            </ul>
            <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />
          </>
        )}
    </ListPage>
  );
}
