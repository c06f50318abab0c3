import { ArrowDown, ArrowLeft, ArrowUp, GripVertical, Pencil, Plus, Settings2, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link, useLocation, useSearch } from "wouter";
import { type Board, kanban } from "../../../../api/features/kanban/contract.ts";
import { type Tag, tags } from "../../../../api/features/tags/contract.ts";
import { href } from "../../../core/page/href.ts";
import { useCall, useRead } from "../../../core/query.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { foldText } from "../../../core/words/search-text.ts";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { ListPage } from "../../../patterns/lists/list-page.tsx";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { chosenBoard, fromAddress } from "../board.ts";
import { BoardSheet } from "./board-sheet.tsx";
import { DeleteLane } from "./delete-lane.tsx";
import { LaneSheet } from "./lane-sheet.tsx";

/** What a lane does by itself, in a few words. */
function useDoes(lanes: readonly Tag[]): (lane: Tag) => string {
  const { t } = useTranslation("kanban");
  const name = (id: number | null) => lanes.find((one) => one.id === id)?.name;
  return ({ outcome, timeLane, nextLaneId, rollbackLaneId }) => {
    const [next, back] = [name(nextLaneId), name(rollbackLaneId)];
    return [
      outcome && t(`outcome.${outcome}`),
      timeLane > 0 && next && t("lane.doesNext", { count: timeLane, lane: next }),
      back && t("lane.doesBack", { lane: back }),
    ].filter(Boolean).join(" · ");
  };
}

/** /tagskanban: the lanes, their order and what they do by themselves. */
export function LanesScreen() {
  const { t } = useTranslation("kanban");
  const [, navigate] = useLocation();
  const boards = useRead(kanban.boards);
  const board = chosenBoard(boards.data ?? [], fromAddress(useSearch()).boardId);
  const { data: all, error: failed, refetch } = useRead(tags.all, { query: { kanban: 1 } });
  const error = failed ?? boards.error;
  const data = board && all?.filter(({ boardId }) => boardId === board.id);
  const show = (id: number) => navigate(`${href("lanes")}?board=${id}`, { replace: true });
  const [changed, setChanged] = useState<Board | "new" | null>(null);
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<Tag | "new" | null>(null);
  const [removed, setRemoved] = useState<Tag | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [told, setTold] = useState("");
  const order = useCall(kanban.order, { refresh: [tags.all] });
  const lanes = data ?? [];
  const does = useDoes(lanes);
  const shown = lanes.filter(({ name }) => foldText(name).includes(foldText(search.trim())));
  const move = (lane: Tag, to: number) => {
    const place = Math.max(0, Math.min(lanes.length - 1, to));
    const rest = lanes.filter((one) => one !== lane);
    rest.splice(place, 0, lane);
    setTold(t("lane.moved", { name: lane.name, place: place + 1, of: lanes.length }));
    order.mutate({ body: { ids: rest.map(({ id }) => id) } });
  };
  const keys = (lane: Tag) => (e: KeyboardEvent) => {
    if (!e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
    e.preventDefault();
    move(lane, lanes.indexOf(lane) + (e.key === "ArrowUp" ? -1 : 1));
  };
  const drop = (onto: Tag) => {
    const lane = lanes.find(({ id }) => id === dragged);
    if (lane && lane !== onto) move(lane, lanes.indexOf(onto));
    setDragged(null);
    setOver(null);
  };
  const held = ({ ticketTags }: Tag) => t("lane.tickets", { count: ticketTags, shown: formatNumber(ticketTags) });
  const row = (lane: Tag) => {
    const at = lanes.indexOf(lane);
    return (
      <li
        key={lane.id}
        onKeyDown={keys(lane)}
        onDragOver={(e) => {
          if (dragged === null) return;
          e.preventDefault();
          setOver(lane.id);
        }}
        onDrop={() => drop(lane)}
        className={cn(
          "flex min-h-14 items-center gap-3 border-b border-line px-3 py-2 last:border-0",
          over === lane.id && dragged !== lane.id && "shadow-[inset_0_2px_0_var(--color-primary)]",
        )}
      >
        <span
          draggable
          aria-hidden
          onDragStart={(e) => {
            e.dataTransfer.effectAllowed = "move";
            e.dataTransfer.setData("text/plain", lane.name);
            setDragged(lane.id);
          }}
          onDragEnd={() => (setDragged(null), setOver(null))}
          className="grid size-6 shrink-0 cursor-grab place-items-center text-fg-subtle touch:hidden"
        >
          <GripVertical className="size-4" />
        </span>
        <div className="min-w-0 flex-1">
          <button
            type="button"
            onClick={() => setEdited(lane)}
            className="hit relative max-w-full rounded-control text-left"
          >
            <Chip colour={lane.color} className="h-6! max-w-full! text-meta!">{lane.name}</Chip>
          </button>
          {does(lane) && <p className="truncate text-meta text-fg-muted">{does(lane)}</p>}
          <p className="text-meta text-fg-muted tabular-nums sm:hidden">{held(lane)}</p>
        </div>
        <span className="shrink-0 text-meta text-fg-muted tabular-nums max-sm:hidden">{held(lane)}</span>
        <span className="flex shrink-0">
          <IconButton
            small
            icon={ArrowUp}
            label={`${t("lane.up")}: ${lane.name}`}
            disabled={at === 0}
            onClick={() => move(lane, at - 1)}
          />
          <IconButton
            small
            icon={ArrowDown}
            label={`${t("lane.down")}: ${lane.name}`}
            disabled={at === lanes.length - 1}
            onClick={() => move(lane, at + 1)}
          />
          <IconButton
            small
            icon={Pencil}
            label={`${t("do.edit")}: ${lane.name}`}
            onClick={() => setEdited(lane)}
            className="max-sm:hidden"
          />
          <IconButton small icon={Trash2} label={`${t("do.delete")}: ${lane.name}`} onClick={() => setRemoved(lane)} />
        </span>
      </li>
    );
  };
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("lane.add")}
    </Button>
  );
  return (
    <ListPage
      title={t("lane.title")}
      count={data?.length}
      intro={t("lane.intro")}
      search={{ value: search, onChange: setSearch, label: t("lane.search") }}
      actions={
        <>
          <Link href={href("kanban") + (board ? `?board=${board.id}` : "")} className={buttonStyle({})}>
            <ArrowLeft aria-hidden /> {t("lane.back")}
          </Link>
          {add}
        </>
      }
    >
      <p role="status" className="sr-only">{told}</p>
      {board && (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={t("board.choose")}
            value={board.id}
            onChange={(e) => show(Number(e.target.value))}
            className="w-60 max-sm:w-full"
          >
            {boards.data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </Select>
          <Button onClick={() => setChanged(board)}>
            <Settings2 aria-hidden /> {t("board.edit")}
          </Button>
          <Button onClick={() => setChanged("new")}>
            <Plus aria-hidden /> {t("board.add")}
          </Button>
        </div>
      )}
      {error && !data && <Failed error={error} onRetry={() => (void refetch(), void boards.refetch())} />}
      {!data && !error && (
        <Late>
          <div role="status" aria-label={t("state.loading")} className="space-y-2">
            {[1, 2, 3].map((one) => <Skeleton key={one} className="h-14" />)}
          </div>
        </Late>
      )}
      {data && shown.length === 0 && (search
        ? <Empty drawing="search" title={t("list.noMatch", { search })} hint={t("list.noMatchHint")} />
        : <Empty drawing="rows" title={t("lane.empty")} hint={t("lane.emptyHint")} action={add} />)}
      {shown.length > 0 && (
        <ol
          aria-label={t("lane.title")}
          className="border-line bg-surface max-sm:-mx-4 max-sm:border-y sm:rounded-card sm:border"
        >
          {shown.map(row)}
        </ol>
      )}
      {changed && (
        <BoardSheet
          board={changed === "new" ? undefined : changed}
          last={boards.data?.length === 1}
          onClose={() => setChanged(null)}
          onDone={(id) => {
            setChanged(null);
            show(id);
          }}
        />
      )}
      {edited && board && (
        <LaneSheet
          boardId={board.id}
          key={edited === "new" ? "new" : edited.id}
          lane={edited === "new" ? undefined : edited}
          lanes={lanes}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && <DeleteLane lane={removed} lanes={lanes} onClose={() => setRemoved(null)} />}
    </ListPage>
  );
}
