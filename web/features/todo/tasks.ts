// The list of tasks as data: every change makes a new list (docs/product/todo.md#rules).

export interface Task {
  id: string;
  text: string;
  /** ISO, by the server's clock. */
  createdAt: string;
  updatedAt: string;
  /** When it was done; null while it is to be done. */
  doneAt: string | null;
  /** When it is due, ISO; null: at no time. */
  due: string | null;
  /** True once its person was reminded of this due date. */
  reminded: boolean;
  /** The ticket that it was remembered from. */
  ticket: { uuid: string; name: string } | null;
}
/** What a person sets of a task. */
export interface Wanted {
  text: string;
  due: string | null;
  ticket?: Task["ticket"];
}

/** Characters of a task. */
export const TASK_MAX = 2000;
const isText = (value: unknown): value is string => typeof value === "string";
const isDate = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));

function ticketOf(value: unknown): Task["ticket"] {
  const { uuid, name } = (value ?? {}) as { uuid?: unknown; name?: unknown };
  return isText(uuid) && isText(name) ? { uuid, name } : null;
}

/** The tasks in a stored text; what is none is left out, so that one bad entry does not cost the others. */
export function readTasks(stored: string | null): Task[] {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: Partial<Task> | null) => {
    if (!one || !isText(one.id) || !isText(one.text) || !one.text.trim() || !isDate(one.createdAt)) return [];
    return {
      id: one.id,
      text: one.text,
      createdAt: one.createdAt,
      updatedAt: isDate(one.updatedAt) ? one.updatedAt : one.createdAt,
      doneAt: isDate(one.doneAt) ? one.doneAt : null,
      due: isDate(one.due) ? one.due : null,
      reminded: one.reminded === true,
      ticket: ticketOf(one.ticket),
    };
  });
}

/** The list with a new task on top; empty text adds none. `now` in ms. */
export function addTask(tasks: readonly Task[], wanted: Wanted, now: number): Task[] {
  const text = wanted.text.trim().slice(0, TASK_MAX);
  if (!text) return [...tasks];
  const at = new Date(now).toISOString();
  const { due, ticket = null } = wanted;
  return [
    { id: crypto.randomUUID(), text, createdAt: at, updatedAt: at, doneAt: null, due, reminded: false, ticket },
    ...tasks,
  ];
}

function change(tasks: readonly Task[], id: string, now: number, next: (task: Task) => Partial<Task>): Task[] {
  const updatedAt = new Date(now).toISOString();
  return tasks.map((task) => task.id === id ? { ...task, ...next(task), updatedAt } : task);
}
/** The list with another text or due date of one task; empty text changes nothing. A new due date reminds again. */
export function editTask(tasks: readonly Task[], id: string, { text, due }: Wanted, now: number): Task[] {
  const kept = text.trim().slice(0, TASK_MAX);
  if (!kept) return [...tasks];
  return change(tasks, id, now, (task) => ({ text: kept, due, reminded: task.due === due && task.reminded }));
}
/** The list with one task done, or to be done again. */
export function finishTask(tasks: readonly Task[], id: string, done: boolean, now: number): Task[] {
  return change(tasks, id, now, () => ({ doneAt: done ? new Date(now).toISOString() : null }));
}
/** The list without one task. */
export const removeTask = (tasks: readonly Task[], id: string): Task[] => tasks.filter((task) => task.id !== id);

/** The tasks to be done, in their order, and those done, the last one first. */
export function parted(tasks: readonly Task[]): { open: Task[]; done: Task[] } {
  return {
    open: tasks.filter(({ doneAt }) => doneAt === null),
    done: tasks.filter(({ doneAt }) => doneAt !== null)
      .sort((a, b) => Date.parse(b.doneAt!) - Date.parse(a.doneAt!)),
  };
}
/** The list with one open task at another place among the open ones, counted from 0; places beyond the ends are the ends. */
export function moveTask(tasks: readonly Task[], id: string, place: number): Task[] {
  const { open, done } = parted(tasks);
  const moved = open.find((task) => task.id === id);
  if (!moved) return [...tasks];
  const rest = open.filter((task) => task !== moved);
  rest.splice(Math.max(0, Math.min(rest.length, place)), 0, moved);
  return [...rest, ...done];
}

/** The open tasks whose time has come and of which nobody was reminded. `now` in ms. */
export const dueTasks = (tasks: readonly Task[], now: number): Task[] =>
  tasks.filter(({ doneAt, due, reminded }) => !doneAt && !reminded && due !== null && Date.parse(due) <= now);
/** The list in which all tasks that are due count as reminded. */
export function markReminded(tasks: readonly Task[], now: number): Task[] {
  const due = new Set(dueTasks(tasks, now));
  return tasks.map((task) => due.has(task) ? { ...task, reminded: true } : task);
}

/** The list as plain text: a line a task, its box, its words on one line, and its due date. */
export function asText(tasks: readonly Task[], when: (iso: string) => string): string {
  const { open, done } = parted(tasks);
  const line = ({ text, due, doneAt }: Task) =>
    `[${doneAt ? "x" : " "}] ${text.replace(/\s*\n\s*/g, " / ")}${due ? ` (${when(due)})` : ""}`;
  return [...open, ...done].map((task) => `${line(task)}\n`).join("");
}
