import { type ComponentProps, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { Extra } from "../../../patterns/error-boundary.tsx";
import { Popover } from "../../../ui/popover.tsx";

const List = onDemand(() => import("./unread-tickets.tsx").then((file) => file.UnreadTickets));

type PopoverProps = ComponentProps<typeof Popover>;

/** The tickets with something unread, on whatever button it is given, at whichever side of it. */
export function UnreadPopover(props: Pick<PopoverProps, "trigger" | "side" | "align">) {
  const { t } = useTranslation("tickets");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      {...props}
      label={t("unreadList.title")}
      open={open}
      onOpenChange={setOpen}
      className="flex h-87.5 w-90 flex-col overflow-hidden p-0!"
    >
      <h2 className="shrink-0 border-b border-line px-3 py-2.5 font-600">{t("unreadList.title")}</h2>
      <Extra>
        <List onChoose={() => setOpen(false)} />
      </Extra>
    </Popover>
  );
}
