// The chatbot's tree as its editor holds it: options have keys of their own, since new ones have no id yet. A path is the places
// from the first level down: [0, 2] is the third option below the first.
import { type OptionType, optionTypes } from "../../../api/contract/rules/queue-form.ts";
import type { ChatbotOption } from "../../../api/features/queues/contract.ts";

export interface Option {
  key: string;
  id?: number | null;
  name: string;
  greetingMessage: string;
  queueType: OptionType;
  closeTicket: boolean;
  optQueueId: number | null;
  optUserId: number | null;
  optFileId: number | null;
  optIntegrationId: number | null;
  options: Option[];
}
export type Path = readonly number[];
export type Tree = readonly Option[];

let serial = 0;
export function newOption(): Option {
  return {
    key: `new-${++serial}`,
    name: "",
    greetingMessage: "",
    queueType: "text",
    closeTicket: false,
    optQueueId: null,
    optUserId: null,
    optFileId: null,
    optIntegrationId: null,
    options: [],
  };
}
/** The server's options with keys; a type of a later version is shown as text. */
export const toTree = (options: readonly ChatbotOption[]): Option[] =>
  options.map((option) => ({
    ...option,
    key: String(option.id),
    queueType: optionTypes.find((type) => type === option.queueType) ?? "text",
    options: toTree(option.options),
  }));

/** The option at a path. */
export function at(tree: Tree, path: Path): Option | undefined {
  const [first, ...rest] = path;
  const option = first === undefined ? undefined : tree[first];
  return rest.length > 0 && option ? at(option.options, rest) : option;
}
/** Replaces the list that a path's last place is in. */
function inList(tree: Tree, path: Path, change: (list: Option[], index: number) => Option[]): Option[] {
  const [first = 0, ...rest] = path;
  if (rest.length === 0) return change([...tree], first);
  return tree.map((option, index) =>
    index === first ? { ...option, options: inList(option.options, rest, change) } : option
  );
}
export const update = (tree: Tree, path: Path, patch: Partial<Option>): Option[] =>
  inList(tree, path, (list, index) => list.with(index, { ...list[index]!, ...patch }));
export const remove = (tree: Tree, path: Path): Option[] =>
  inList(tree, path, (list, index) => list.toSpliced(index, 1));
export const insert = (tree: Tree, path: Path, option: Option): Option[] =>
  inList(tree, path, (list, index) => list.toSpliced(index, 0, option));
/** Adds at the end of what is below an option, which from then on shows a list: it neither closes nor hands over. */
export function addBelow(tree: Tree, path: Path, option: Option): Option[] {
  const parent = at(tree, path);
  if (!parent) return [...tree];
  return update(tree, path, {
    options: [...parent.options, option],
    queueType: "text",
    closeTicket: false,
    optQueueId: null,
    optUserId: null,
    optFileId: null,
    optIntegrationId: null,
  });
}

export const next = (path: Path): Path => [...path.slice(0, -1), (path.at(-1) ?? 0) + 1];
export type Move = "up" | "down" | "in" | "out";

/** Where an option stands after a move, and the tree then; null where there is nowhere to go. */
export function move(tree: Tree, path: Path, how: Move): { tree: Option[]; path: Path } | null {
  const option = at(tree, path);
  const index = path.at(-1) ?? 0;
  const parent = path.slice(0, -1);
  if (!option) return null;
  if (how === "out") {
    if (parent.length === 0) return null;
    const place = next(parent);
    return { tree: insert(remove(tree, path), place, option), path: place };
  }
  if (how === "in") {
    if (index === 0) return null;
    const above = [...parent, index - 1];
    const place = [...above, at(tree, above)!.options.length];
    return { tree: addBelow(remove(tree, path), above, option), path: place };
  }
  const place = [...parent, index + (how === "up" ? -1 : 1)];
  return at(tree, place) ? { tree: insert(remove(tree, path), place, option), path: place } : null;
}

/** The path of an option by its key. */
export function pathOf(tree: Tree, key: string): Path | null {
  for (const [index, option] of tree.entries()) {
    if (option.key === key) return [index];
    const below = pathOf(option.options, key);
    if (below) return [index, ...below];
  }
  return null;
}
/** How many options there are, on all levels. */
export const countAll = (tree: Tree): number => tree.reduce((sum, { options }) => sum + 1 + countAll(options), 0);

export type Field =
  | "name"
  | "greetingMessage"
  | "queueType"
  | "optQueueId"
  | "optUserId"
  | "optFileId"
  | "optIntegrationId";
/** What is wrong, by option and field, from the schema's paths: [0, "options", 2, "name"]. */
export function mistakesByKey(
  tree: Tree,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): ReadonlyMap<string, Partial<Record<Field, string>>> {
  const found = new Map<string, Partial<Record<Field, string>>>();
  for (const { path, message } of issues) {
    const places = path.filter((part): part is number => typeof part === "number");
    const option = at(tree, places);
    const field = path.at(-1);
    if (!option || typeof field !== "string") continue;
    found.set(option.key, { ...found.get(option.key), [field]: message });
  }
  return found;
}
