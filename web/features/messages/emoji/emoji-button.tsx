import { Smile } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

const EmojiPanel = onDemand(
  () => import("./emoji-panel.tsx").then((m) => m.EmojiPanel),
  <div className="grid h-90 w-80 max-w-full place-items-center">
    <Spinner />
  </div>,
);

/** Opens the emoji; the panel stays open until it is closed, so that several can be put in. */
export function EmojiButton({ disabled, onPick }: { disabled: boolean; onPick: (emoji: string) => void }) {
  const { t } = useTranslation("messages");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t("emoji.label")}
      side="top"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="p-0!"
      trigger={<IconButton icon={Smile} label={t("emoji.open")} tip="top" disabled={disabled} />}
    >
      <EmojiPanel onPick={onPick} />
    </Popover>
  );
}
