// Where the tasks are: in this browser only, under a name of the person's own. Nothing of them leaves the device
// (docs/product/todo.md#where).
import { atom, getDefaultStore } from "jotai";
import { KEPT, mayKeep } from "../../core/session.ts";
import { serverNow } from "../../core/clock.ts";
import { currentMe, meAtom } from "../../core/who/me.ts";
import { readTasks, type Task } from "./tasks.ts";

const keyOf = (companyId: number, userId: number) => `${KEPT}todo.${companyId}.${userId}`;

/** The signed-in person's tasks. */
export const tasksAtom = atom<readonly Task[]>([]);
const jotai = getDefaultStore();

/** Their place: where the company lets no device keep data, the tasks go with the sign-out. */
function place(): { kept: Storage; other: Storage; key: string } | null {
  const me = currentMe();
  if (!me) return null;
  const [kept, other] = mayKeep(me) ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  return { kept, other, key: keyOf(me.companyId, me.id) };
}

/** Reads the tasks of the person who is signed in now; takes them along when the company has changed where they may be. */
export function loadTasks(): readonly Task[] {
  const at = place();
  let tasks: readonly Task[] = [];
  if (at) {
    const moved = at.other.getItem(at.key);
    if (moved !== null) {
      at.other.removeItem(at.key);
      if (at.kept.getItem(at.key) === null) at.kept.setItem(at.key, moved);
    }
    tasks = readTasks(at.kept.getItem(at.key));
  }
  jotai.set(tasksAtom, tasks);
  return tasks;
}

/** Changes the tasks as they are stored now, in whichever tab. Throws QuotaExceededError when the browser has no room. */
export function changeTasks(change: (tasks: readonly Task[], now: number) => Task[]): void {
  const at = place();
  if (!at) return;
  const next = change(readTasks(at.kept.getItem(at.key)), serverNow());
  at.kept.setItem(at.key, JSON.stringify(next));
  jotai.set(tasksAtom, next);
}

/** Keeps `tasksAtom` in step with the person and with other tabs; answers the function that ends it. */
export function followTasks(): () => void {
  const other = (event: StorageEvent) => void (event.key === place()?.key && loadTasks());
  addEventListener("storage", other);
  const end = jotai.sub(meAtom, loadTasks);
  loadTasks();
  return () => {
    removeEventListener("storage", other);
    end();
    jotai.set(tasksAtom, []);
  };
}
