// While somebody is signed in: their tasks are read, due ones remind them, and what a conversation wants remembered becomes a task.
import i18next from "i18next";
import { navigate } from "wouter/use-browser-location";
import { serverNow } from "../../core/clock.ts";
import { href } from "../../core/page/href.ts";
import { takeRemembered } from "../../core/remember.ts";
import { whileSignedIn } from "../../core/session.ts";
import { loadWords } from "../../core/words/i18n/i18n.ts";
import { toast } from "../../ui/toast.tsx";
import { changeTasks, followTasks, loadTasks } from "./store.ts";
import { addTask, dueTasks, markReminded, removeTask } from "./tasks.ts";

/** How often due dates are looked at, ms: a reminder names a minute. */
const LOOK_MS = 15_000;
const LOCK = "recado.todo";

const say = (key: string, values?: object) => i18next.t(key, { ns: "todo", ...values });
const open = () => navigate(href("todo"));

/** One tab of all reminds. */
async function remind(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const now = serverNow();
    const due = dueTasks(loadTasks(), now);
    const [first] = due;
    if (!first) return;
    await loadWords();
    changeTasks((tasks) => markReminded(tasks, now));
    const text = due.length > 1 ? say("remind.many", { count: due.length }) : say("remind.one", { text: first.text });
    toast.info(text, { time: 0, about: "todo", action: { label: say("remind.show"), run: open } });
  });
}

takeRemembered(async ({ text, ticket }) => {
  // Kept before it is said: what says it may not be on this device, and there may be no network.
  const words = loadWords().catch(() => undefined);
  let id = "";
  try {
    changeTasks((tasks, now) => {
      const next = addTask(tasks, { text, due: null, ticket }, now);
      id = next[0]?.id ?? "";
      return next;
    });
  } catch {
    await words;
    return void toast.error(say("noRoom"));
  }
  await words;
  const undo = () => changeTasks((tasks) => removeTask(tasks, id));
  toast.success(say("remembered", { defaultValue: i18next.t("state.saved") }), {
    action: { label: i18next.t("do.undo"), run: undo },
  });
});

whileSignedIn(() => {
  const end = followTasks();
  const look = () => void remind().catch(() => undefined);
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    end();
  };
});
