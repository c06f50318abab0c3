import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { THUMB } from "./react.ts";

const quick = [THUMB, "❤️", "😂", "😮", "😢", "🙏"];

interface Props {
  /** One's own reaction. */
  mine: string | undefined;
  onPick: (emoji: string) => void;
}
/** Six reactions everybody knows, as entries of a menu. */
export function ReactionChoice({ mine, onPick }: Props) {
  const { t } = useTranslation("messages");
  return (
    <>
      <div role="group" aria-label={t("menu.react")} className="flex gap-0.5 p-0.5">
        {quick.map((emoji) => (
          <MenuItem
            key={emoji}
            aria-label={t("menu.reactWith", { emoji })}
            aria-current={emoji === mine || undefined}
            className="size-9! justify-center px-0! text-[18px]! aria-[current]:bg-primary-soft touch:size-11!"
            onSelect={() => onPick(emoji)}
          >
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuLine />
    </>
  );
}
