import { Languages, type LucideIcon, MessageSquareReply, Scissors, Sparkles } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { needsText } from "../../../../../api/features/assistant/contract.ts";
import { DropdownMenu } from "../../../../ui/dropdown-menu.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { MenuItem } from "../../../../ui/menu-panel.tsx";
import { type Assist, type WritingTask, writingTasks } from "./use-assist.ts";

const icons: Record<WritingTask, LucideIcon> = {
  suggest: MessageSquareReply,
  improve: Sparkles,
  shorten: Scissors,
  translate: Languages,
};
interface Props {
  assist: Assist;
  text: string;
  /** A note is for colleagues: nobody is to be answered in it. */
  note: boolean;
}

/** What the assistant can do with what is written, as entries of a menu. */
export function AssistEntries({ assist, text, note }: Props) {
  const { t } = useTranslation("messages");
  return writingTasks.filter((task) => !note || task === "improve" || task === "shorten").map((task) => {
    const Icon = icons[task];
    return (
      <MenuItem
        key={task}
        disabled={assist.busy || (needsText(task) && !text.trim())}
        onSelect={() => assist.ask(task)}
      >
        <Icon aria-hidden /> {t(`assist.${task}`)}
      </MenuItem>
    );
  });
}

/** The same behind a button of their own, where there is room for one. */
export function AssistButton(props: Props) {
  const { t } = useTranslation("messages");
  return (
    <DropdownMenu
      side="top"
      align="start"
      trigger={<IconButton icon={Sparkles} label={t("assist.label")} tip="top" aria-busy={props.assist.busy} />}
    >
      <AssistEntries {...props} />
    </DropdownMenu>
  );
}
