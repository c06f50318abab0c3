import { MessagesSquare } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { useMe } from "../../core/who/me.ts";
import { Extra } from "../../patterns/error-boundary.tsx";
import { Popover } from "../../ui/popover.tsx";
import { useUnreadChats } from "./unread.ts";

const List = onDemand(() => import("./recent-chats.tsx").then((file) => file.RecentChats));

/** What the menu's button of chats shows; not there where the plan has none. */
export function useChatsEntry() {
  const { t } = useTranslation();
  const { company } = useMe();
  const shown = !company.expired && company.plan.useInternalChat === true;
  const count = useUnreadChats(shown);
  const title = t("chat.recent");
  return { shown, icon: MessagesSquare, label: count > 0 ? `${title} (${count})` : title, count };
}

/** The chats spoken in last, on whatever button it is given. */
export function ChatsPopover({ trigger }: Pick<ComponentProps<typeof Popover>, "trigger">) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger={trigger}
      side="right"
      align="end"
      label={t("chat.recent")}
      open={open}
      onOpenChange={setOpen}
      className="flex h-87.5 w-90 flex-col overflow-hidden p-0!"
    >
      <h2 className="shrink-0 border-b border-line px-3 py-2.5 font-600">{t("chat.recent")}</h2>
      <Extra>
        <List onChoose={() => setOpen(false)} />
      </Extra>
    </Popover>
  );
}
