import { useAtomValue } from "jotai";
import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { cn } from "../../../ui/cn.ts";
import { DropdownMenu } from "../../../ui/dropdown-menu.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { busyAtom } from "../actions/change.ts";
import { type ActionName, actions, offered } from "../actions/offered.ts";

const button =
  "grid size-7 place-items-center rounded-control text-fg-muted hover:bg-hover hover:text-fg disabled:opacity-50";

interface Props {
  ticket: Ticket;
  viewer: Viewer;
  /** The row's buttons are reached by Tab only from the row that has the focus. */
  reachable: boolean;
}

/** A row's buttons: hidden until the row is pointed at or focused, then in place, moving nothing. */
export function ItemActions({ ticket, viewer, reachable }: Props) {
  const { t } = useTranslation("tickets");
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const { quick, more } = offered(ticket, viewer);
  const tabIndex = reachable ? 0 : -1;
  const entry = (name: ActionName) => {
    const { icon: Icon, danger, run } = actions[name];
    return (
      <MenuItem key={name} danger={danger} onSelect={() => void run(ticket)}>
        <Icon aria-hidden /> {t(`action.${name}`)}
      </MenuItem>
    );
  };
  return (
    <span
      className={cn(
        "absolute right-2 bottom-1.5 flex gap-0.5 rounded-control bg-raised p-0.5 shadow-float transition-opacity duration-100 touch:hidden",
        "pointer-events-none opacity-0 group-focus-within/row:pointer-events-auto group-focus-within/row:opacity-100 group-hover/row:pointer-events-auto group-hover/row:opacity-100",
      )}
    >
      {quick.slice(0, 2).map((name) => {
        const { icon: Icon, run } = actions[name];
        return (
          <Tooltip key={name} text={t(`action.${name}`)}>
            <button
              type="button"
              tabIndex={tabIndex}
              disabled={busy}
              aria-label={`${t(`action.${name}`)}: ${ticket.contact.name}`}
              className={button}
              onClick={() => void run(ticket)}
            >
              <Icon aria-hidden className="size-4" />
            </button>
          </Tooltip>
        );
      })}
      <DropdownMenu
        trigger={
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={`${t("do.more")}: ${ticket.contact.name}`}
            className={button}
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        {quick.map(entry)}
        <MenuLine />
        {more.map(entry)}
      </DropdownMenu>
    </span>
  );
}
