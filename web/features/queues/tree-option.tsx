import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  CircleAlert,
  CornerDownRight,
  IndentDecrease,
  IndentIncrease,
  MoreHorizontal,
  Plus,
  Trash2,
} from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { OPTION_NAME } from "../../../api/contract/limits.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { cn } from "../../ui/cn.ts";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";
import { OptionDetails } from "./option-details.tsx";
import { countAll, type Field, type Move, type Option, type Path } from "./tree.ts";

/** What the rows of a tree share. */
export interface TreeHand {
  chosen: string | null;
  folded: ReadonlySet<string>;
  wrong: (key: string) => Partial<Record<Field, string>>;
  onChoose: (key: string | null) => void;
  onFold: (key: string) => void;
  onLeave: (key: string) => void;
  onPatch: (path: Path, patch: Partial<Option>) => void;
  onAdd: (path: Path, where: "after" | "below") => void;
  onMove: (path: Path, how: Move) => void;
  onRemove: (path: Path) => void;
  /** Whether a move leads anywhere. */
  may: (path: Path, how: Move) => boolean;
}
interface Props {
  option: Option;
  path: Path;
  hand: TreeHand;
}
const moves: Record<string, Move> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };
const moveIcons = { up: ArrowUp, down: ArrowDown, in: IndentIncrease, out: IndentDecrease };

function RowMenu({ option, path, hand }: Props) {
  const { t } = useTranslation("queues");
  return (
    <DropdownMenu
      trigger={<IconButton small icon={MoreHorizontal} label={t("tree.more", { name: option.name })} tip="none" />}
    >
      <MenuItem onSelect={() => hand.onAdd(path, "below")}>
        <CornerDownRight aria-hidden /> {t("tree.addBelow")}
      </MenuItem>
      <MenuItem onSelect={() => hand.onAdd(path, "after")}>
        <Plus aria-hidden /> {t("tree.addAfter")}
      </MenuItem>
      <MenuLine />
      {(["up", "down", "in", "out"] as const).map((how) => {
        const Icon = moveIcons[how];
        return (
          <MenuItem key={how} disabled={!hand.may(path, how)} onSelect={() => hand.onMove(path, how)}>
            <Icon aria-hidden /> {t(`tree.move.${how}`)}
          </MenuItem>
        );
      })}
      <MenuLine />
      <MenuItem danger onSelect={() => hand.onRemove(path)}>
        <Trash2 aria-hidden /> {t("do.delete")}
      </MenuItem>
    </DropdownMenu>
  );
}

/** One option, what is inside of it when it is chosen, and what is below it. */
export function TreeOption({ option, path, hand }: Props) {
  const { t } = useTranslation("queues");
  const { key, name, options, queueType } = option;
  const wrong = hand.wrong(key);
  const chosen = hand.chosen === key;
  const folded = hand.folded.has(key);
  const number = path.map((place) => place + 1).join(".");
  const detailsWrong = Object.keys(wrong).some((field) => field !== "name");
  const keys = (e: KeyboardEvent<HTMLInputElement>) => {
    const how = e.altKey ? moves[e.key] : undefined;
    if (how) {
      e.preventDefault();
      hand.onMove(path, how);
    } else if (e.key === "Enter") {
      e.preventDefault();
      hand.onAdd(path, "after");
    } else if (e.key === "Backspace" && name === "" && options.length === 0) {
      e.preventDefault();
      hand.onRemove(path);
    }
  };
  const summary = options.length > 0
    ? t("tree.below", { count: countAll(options) })
    : t(option.closeTicket ? "tree.closes" : `tree.short.${queueType}`);
  return (
    <li>
      <div
        onBlur={(e) => !e.currentTarget.contains(e.relatedTarget) && hand.onLeave(key)}
        className={cn(
          "rounded-card border",
          chosen ? "border-line bg-surface" : "border-transparent hover:bg-hover",
        )}
      >
        <div className="flex items-center gap-1 py-1 pr-1">
          {options.length > 0
            ? (
              <IconButton
                small
                icon={ChevronRight}
                label={t(folded ? "tree.unfold" : "tree.fold", { name })}
                aria-expanded={!folded}
                tip="none"
                className={folded ? undefined : "[&_svg]:rotate-90"}
                onClick={() => hand.onFold(key)}
              />
            )
            : <span aria-hidden className="w-control shrink-0" />}
          <span aria-hidden className="min-w-5 shrink-0 text-meta text-fg-subtle tabular-nums">{number}</span>
          <div className="min-w-0 flex-1">
            <Input
              id={`option-${key}`}
              value={name}
              maxLength={OPTION_NAME.max}
              placeholder={t("tree.namePlaceholder")}
              aria-label={t("tree.name", { number })}
              aria-invalid={wrong.name ? true : undefined}
              aria-describedby={wrong.name ? `option-${key}-wrong` : undefined}
              onFocus={() => hand.onChoose(key)}
              onKeyDown={keys}
              onChange={(e) => hand.onPatch(path, { name: e.target.value })}
              className={cn(!chosen && !wrong.name && "border-transparent! bg-transparent!", "font-500")}
            />
          </div>
          {detailsWrong && !chosen && (
            <CircleAlert role="img" aria-label={t("tree.wrong")} className="size-4 shrink-0 text-danger" />
          )}
          {!chosen && <span className="shrink-0 text-meta text-fg-subtle max-sm:hidden">{summary}</span>}
          <RowMenu option={option} path={path} hand={hand} />
        </div>
        {wrong.name && (
          <p id={`option-${key}-wrong`} role="alert" className="pb-1 pl-16 text-meta text-danger">
            {fieldText(t, { type: "server", message: wrong.name })}
          </p>
        )}
        {chosen && (
          <div className="px-3 pt-2 pb-3 sm:pl-16">
            <OptionDetails option={option} wrong={wrong} onChange={(patch) => hand.onPatch(path, patch)} />
          </div>
        )}
      </div>
      {options.length > 0 && !folded && (
        <ol className="ml-3 space-y-0.5 border-l border-line pl-1 sm:ml-4 sm:pl-2">
          {options.map((one, index) => <TreeOption key={one.key} option={one} path={[...path, index]} hand={hand} />)}
        </ol>
      )}
    </li>
  );
}
