import { describe, expect, test } from "vitest";
import {
  addTask,
  asText,
  dueTasks,
  editTask,
  finishTask,
  markReminded,
  moveTask,
  parted,
  readTasks,
  removeTask,
  type Task,
} from "./tasks.ts";

const NOW = Date.parse("2026-03-02T12:00:00Z");
const listOf = (...texts: string[]): Task[] =>
  texts.toReversed().reduce<Task[]>((list, text) => addTask(list, { text, due: null }, NOW), []);
const texts = (list: readonly Task[]) => list.map(({ text }) => text);
const idOf = (list: readonly Task[], text: string) => list.find((task) => task.text === text)!.id;

describe("the list of tasks", () => {
  test("takes a new task on top, trimmed, and ignores empty text", () => {
    const list = addTask(listOf("Ligar"), { text: "  Enviar orçamento às 9h 🧾 \n", due: null }, NOW);
    expect(texts(list)).toEqual(["Enviar orçamento às 9h 🧾", "Ligar"]);
    expect(list[0]).toMatchObject({ createdAt: "2026-03-02T12:00:00.000Z", doneAt: null, ticket: null });
    expect(texts(addTask(list, { text: " \n\t ", due: null }, NOW))).toEqual(texts(list));
  });

  test("keeps the text when an edit empties it", () => {
    const list = listOf("Ligar");
    const { id } = list[0]!;
    expect(texts(editTask(list, id, { text: "  ", due: null }, NOW))).toEqual(["Ligar"]);
    const [changed] = editTask(list, id, { text: "مرحبا", due: null }, NOW + 60_000);
    expect(changed).toMatchObject({ text: "مرحبا", updatedAt: "2026-03-02T12:01:00.000Z" });
    expect(changed!.createdAt).toBe(list[0]!.createdAt);
  });

  test("moves a task among the open ones, past no end, and leaves the done ones where they are", () => {
    const all = listOf("a", "b", "c", "d");
    const list = finishTask(all, idOf(all, "b"), true, NOW);
    expect(texts(parted(moveTask(list, idOf(list, "a"), 1)).open)).toEqual(["c", "a", "d"]);
    expect(texts(parted(moveTask(list, idOf(list, "a"), 99)).open)).toEqual(["c", "d", "a"]);
    expect(texts(parted(moveTask(list, idOf(list, "d"), -1)).open)).toEqual(["d", "a", "c"]);
    expect(texts(moveTask(list, idOf(list, "b"), 0))).toEqual(texts(list));
    expect(texts(moveTask(list, "missing", 0))).toEqual(texts(list));
  });

  test("shows the task done last first, and takes a task back among the open ones", () => {
    let list = listOf("a", "b");
    list = finishTask(list, idOf(list, "a"), true, NOW);
    list = finishTask(list, idOf(list, "b"), true, NOW + 1000);
    expect(texts(parted(list).done)).toEqual(["b", "a"]);
    list = finishTask(list, idOf(list, "a"), false, NOW + 2000);
    expect(texts(parted(list).open)).toEqual(["a"]);
    expect(texts(removeTask(list, idOf(list, "a")))).toEqual(["b"]);
  });

  test("reads what was stored, and leaves out entries that are no task", () => {
    const list = addTask(
      [],
      { text: "Ligar", due: "2026-03-03T09:00:00.000Z", ticket: { uuid: "7", name: "Zoë" } },
      NOW,
    );
    expect(readTasks(JSON.stringify(list))).toEqual(list);
    const mixed = [null, 1, { id: "x", text: " " }, { ...list[0], due: "soon", ticket: { uuid: 7 } }];
    expect(readTasks(JSON.stringify(mixed))).toEqual([{ ...list[0], due: null, ticket: null }]);
    for (const broken of [null, "", "{", "{}", "null", "7"]) expect(readTasks(broken)).toEqual([]);
  });

  test("says each task on one line, with its box and its due date", () => {
    let list = addTask(listOf("Pedido\n  de Ávila"), { text: "Ligar", due: "2026-03-03T09:00:00.000Z" }, NOW);
    list = finishTask(list, idOf(list, "Pedido\n  de Ávila"), true, NOW);
    expect(asText(list, (iso) => iso.slice(0, 10))).toBe("[ ] Ligar (2026-03-03)\n[x] Pedido / de Ávila\n");
  });
});

describe("a due task", () => {
  const due = new Date(NOW).toISOString();
  const later = new Date(NOW + 1).toISOString();

  test("reminds once, from its time on, while it is not done", () => {
    const list = [...addTask([], { text: "now", due }, NOW), ...addTask([], { text: "later", due: later }, NOW)];
    expect(texts(dueTasks(list, NOW - 1))).toEqual([]);
    expect(texts(dueTasks(list, NOW))).toEqual(["now"]);
    expect(texts(dueTasks(markReminded(list, NOW), NOW + 1))).toEqual(["later"]);
    expect(dueTasks(finishTask(list, list[0]!.id, true, NOW), NOW)).toEqual([]);
  });

  test("reminds again when its date is another, not when only its words are", () => {
    const list = markReminded(addTask([], { text: "now", due }, NOW), NOW);
    const { id } = list[0]!;
    expect(dueTasks(editTask(list, id, { text: "then", due }, NOW), NOW + 5)).toEqual([]);
    expect(texts(dueTasks(editTask(list, id, { text: "now", due: later }, NOW), NOW + 5))).toEqual(["now"]);
  });
});
