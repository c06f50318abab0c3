import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import {
  addBelow,
  at,
  countAll,
  type Field,
  insert,
  move,
  newOption,
  next,
  type Option,
  type Path,
  pathOf,
  remove,
  type Tree,
  update,
} from "./tree.ts";
import { type TreeHand, TreeOption } from "./tree-option.tsx";
import { TreePreview } from "./tree-preview.tsx";

interface Props {
  tree: Option[];
  onChange: (tree: Option[]) => void;
  /** The queue's greeting: what comes before the first level. */
  greeting: string;
  mistakes: ReadonlyMap<string, Partial<Record<Field, string>>>;
  /** How often saving was tried: then every mistake shows, not only those of options that were left, and the first one is opened. */
  tries: number;
}

/** The option with this key is shown and its name is ready to be typed, once it is drawn. */
function useFocusOption() {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    document.getElementById(`option-${wanted.current}`)?.focus();
    wanted.current = null;
  });
  return (key: string) => void (wanted.current = key);
}

/** A queue's tree of options, with what the customer reads beside it. */
export function TreeEditor({ tree, onChange, greeting, mistakes, tries }: Props) {
  const { t } = useTranslation("queues");
  const [chosen, setChosen] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const focus = useFocusOption();
  const with_ = (set: ReadonlySet<string>, key: string) => new Set([...set, key]);
  const without = (set: ReadonlySet<string>, ...keys: (string | undefined)[]) =>
    new Set([...set].filter((key) => !keys.includes(key)));
  const reveal = (to: Tree, path: Path) =>
    setFolded(without(folded, ...path.map((_, depth) => at(to, path.slice(0, depth))?.key)));
  const go = (to: Option[], key: string) => {
    if (to !== tree) onChange(to);
    reveal(to, pathOf(to, key) ?? []);
    setChosen(key);
    focus(key);
  };
  useEffect(() => {
    const [first] = mistakes.keys();
    if (tries > 0 && first) go(tree, first);
  }, [tries]);
  const addAt = (path: Path, where: "after" | "below") => {
    const option = newOption();
    go(where === "after" ? insert(tree, next(path), option) : addBelow(tree, path, option), option.key);
  };
  const removeAt = async (path: Path) => {
    const option = at(tree, path);
    if (!option) return;
    const count = countAll(option.options);
    const sure = count === 0 || await confirm({
      title: t("confirm.deleteTitle", { name: option.name }),
      text: t("tree.removeText", { count }),
      action: t("do.delete"),
      danger: true,
    });
    if (!sure) return;
    const rest = remove(tree, path);
    const place = path.at(-1) ?? 0;
    const near = at(rest, [...path.slice(0, -1), Math.max(0, place - 1)]) ?? at(rest, path.slice(0, -1));
    if (near) go(rest, near.key);
    else onChange(rest);
    if (option.id) toast.info(t("tree.removed", { name: option.name }));
  };
  const hand: TreeHand = {
    chosen,
    folded,
    wrong: (key) => (tries > 0 || left.has(key) ? mistakes.get(key) : undefined) ?? {},
    onChoose: setChosen,
    onFold: (key) => setFolded(folded.has(key) ? without(folded, key) : with_(folded, key)),
    onLeave: (key) => setLeft(with_(left, key)),
    onPatch: (path, patch) => onChange(update(tree, path, patch)),
    onAdd: addAt,
    onMove: (path, how) => {
      const moved = move(tree, path, how);
      if (moved) go(moved.tree, at(moved.tree, moved.path)!.key);
    },
    onRemove: (path) => void removeAt(path),
    may: (path, how) => move(tree, path, how) !== null,
  };
  const path = chosen === null ? null : pathOf(tree, chosen);
  return (
    <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_17.5rem]">
      <div className="min-w-0">
        {tree.length === 0 && <p className="mb-3 text-fg-muted">{t("tree.empty")}</p>}
        <ol aria-label={t("part.menu")} className="space-y-0.5">
          {tree.map((option, index) => <TreeOption key={option.key} option={option} path={[index]} hand={hand} />)}
        </ol>
        <Button className="mt-2" onClick={() => addAt([tree.length - 1], "after")}>
          <Plus aria-hidden /> {t("tree.add")}
        </Button>
        {tree.length > 0 && <p className="mt-3 text-meta text-fg-subtle touch:hidden">{t("tree.keys")}</p>}
      </div>
      <div className="md:sticky md:top-0 md:self-start">
        <TreePreview
          greeting={greeting}
          tree={tree}
          path={path}
          onChoose={(key) => {
            reveal(tree, pathOf(tree, key) ?? []);
            setChosen(key);
          }}
        />
      </div>
    </div>
  );
}
