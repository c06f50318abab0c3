import { useAtomValue } from "jotai";
import { Download, Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { saveFile } from "../../core/files/save-file.ts";
import { useNow } from "../../core/page/use-now.ts";
import { formatMoment } from "../../core/words/format.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { momentOf } from "./local-time.ts";
import { changeTasks, tasksAtom } from "./store.ts";
import { TaskDialog } from "./task-dialog.tsx";
import { TaskRow } from "./task-row.tsx";
import { addTask, asText, editTask, finishTask, moveTask, parted, removeTask, type Task, TASK_MAX } from "./tasks.ts";

const card = "border-line bg-surface max-sm:-mx-4 max-sm:border-y sm:rounded-card sm:border";

/** Changes the list; says so where the browser has no room, and answers whether it was changed. */
function useChange() {
  const { t } = useTranslation("todo");
  return (change: Parameters<typeof changeTasks>[0]): boolean => {
    try {
      changeTasks(change);
      return true;
    } catch {
      toast.error(t("noRoom"));
      return false;
    }
  };
}

function NewTask() {
  const { t } = useTranslation("todo");
  const change = useChange();
  const [text, setText] = useState("");
  const [due, setDue] = useState("");
  const add = (e: FormEvent) => {
    e.preventDefault();
    if (!text.trim() || !change((tasks, now) => addTask(tasks, { text, due: momentOf(due) }, now))) return;
    setText("");
    setDue("");
  };
  return (
    <form onSubmit={add} className="flex items-start gap-2 max-sm:has-[[type=datetime-local]]:flex-wrap sm:flex-wrap">
      <Input
        value={text}
        maxLength={TASK_MAX}
        aria-label={t("text")}
        placeholder={t("placeholder")}
        onChange={(e) =>
          setText(e.target.value)}
        className="min-w-0 flex-1 sm:basis-60"
      />
      {text.trim() && (
        <Input
          type="datetime-local"
          value={due}
          aria-label={t("addDue")}
          title={t("due")}
          onChange={(e) => setDue(e.target.value)}
          className="w-auto! max-sm:flex-1"
        />
      )}
      <Button tone="primary" type="submit" className="max-sm:icon-only">
        <Plus aria-hidden /> {t("add")}
      </Button>
    </form>
  );
}

/** The open tasks, which may change places; a screen reader hears the new place, and the moved one keeps the focus. */
function useMoves(open: readonly Task[]) {
  const { t } = useTranslation("todo");
  const change = useChange();
  const [told, setTold] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const move = (task: Task, to: number) => {
    const place = Math.max(0, Math.min(open.length - 1, to));
    const button = document.activeElement as HTMLElement | null;
    change((tasks) => moveTask(tasks, task.id, place));
    setTold(t("moved", { place: place + 1, of: open.length }));
    requestAnimationFrame(() => button?.isConnected && button.focus());
  };
  const drag = (task: Task) => (what: "start" | "over" | "drop" | "end") => {
    if (what === "start") setDragged(task.id);
    else if (what === "over") setOver(dragged && dragged !== task.id ? task.id : null);
    else {
      const moved = what === "drop" && open.find(({ id }) => id === dragged);
      if (moved && moved !== task) move(moved, open.indexOf(task));
      setDragged(null);
      setOver(null);
    }
  };
  return { told, over, move, drag };
}

/** /todolist */
export function TodoScreen() {
  const { t } = useTranslation("todo");
  const tasks = useAtomValue(tasksAtom);
  const { open, done } = parted(tasks);
  const now = useNow(15_000);
  const change = useChange();
  const [edited, setEdited] = useState<Task | null>(null);
  const { told, over, move, drag } = useMoves(open);
  const removed = useRef<readonly Task[]>([]);

  const restore = () => change((list) => [...removed.current, ...list]);
  const remove = (gone: readonly Task[], text: string) => {
    if (!change((list) => gone.reduce<Task[]>((rest, { id }) => removeTask(rest, id), [...list]))) return;
    removed.current = gone;
    toast.success(text, { about: "todo-removed", action: { label: t("do.undo"), run: restore } });
  };
  const save = () =>
    saveFile(new Blob([asText(tasks, formatMoment)], { type: "text/plain;charset=utf-8" }), t("fileName"));
  const row = (task: Task, place?: { at: number; of: number }) => (
    <TaskRow
      key={task.id}
      task={task}
      place={place}
      now={now}
      over={over === task.id}
      onDone={(is) => change((list, at) => finishTask(list, task.id, is, at))}
      onEdit={() => setEdited(task)}
      onMove={(to) => move(task, to)}
      onRemove={() => remove([task], t("removed"))}
      onDrag={drag(task)}
    />
  );
  return (
    <ListPage
      title={t("title")}
      count={open.length}
      intro={t("intro")}
      actions={tasks.length > 0 && (
        <Button onClick={save}>
          <Download aria-hidden /> {t("export")}
        </Button>
      )}
    >
      <NewTask />
      <p role="status" className="sr-only">{told}</p>
      {open.length > 0
        ? <ol aria-label={t("list")} className={card}>{open.map((task, at) => row(task, { at, of: open.length }))}</ol>
        : <Empty drawing="rows" title={t("empty")} hint={t("emptyHint")} />}
      {open.length > 1 && <p className="text-meta text-fg-subtle touch:hidden">{t("keys")}</p>}
      {done.length > 0 && (
        <section aria-label={t("done")} className="mt-2 space-y-2">
          <div className="flex items-center gap-2">
            <h2 className="flex-1 text-body font-600">
              {t("done")} <span className="font-400 text-fg-subtle tabular-nums">{done.length}</span>
            </h2>
            <Button tone="quiet" size="small" onClick={() => remove(done, t("removedAll", { count: done.length }))}>
              {t("clear")}
            </Button>
          </div>
          <ul className={card}>{done.map((task) => row(task))}</ul>
        </section>
      )}
      {edited && (
        <TaskDialog
          task={edited}
          onClose={() => setEdited(null)}
          onSave={(text, due) => {
            if (change((list, at) => editTask(list, edited.id, { text, due }, at))) setEdited(null);
          }}
        />
      )}
    </ListPage>
  );
}
