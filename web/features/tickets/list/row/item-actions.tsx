import { useAtomValue } from "jotai";
import { Ellipsis } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Viewer } from "../../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { cn } from "../../../../ui/cn.ts";
import { DropdownMenu } from "../../../../ui/dropdown-menu.tsx";
import { MenuItem, MenuLine } from "../../../../ui/menu-panel.tsx";
import { Tooltip } from "../../../../ui/tooltip.tsx";
import { busyAtom } from "../../actions/change.ts";
import { type ActionName, actions, offered } from "../../actions/offered.ts";

const button =
  "grid size-6 place-items-center rounded-control text-fg-muted hover:bg-hover hover:text-fg disabled:opacity-50";

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
  const [main, second] = quick;
  const MainIcon = actions[main ?? "log"].icon;
  const SecondIcon = actions[second ?? "log"].icon;
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
        // As high as the line of chips: the unread number and the time above it stay in sight.
        "absolute right-2 bottom-px flex gap-0.5 rounded-control bg-raised shadow-float touch:hidden",
        // What is not visible cannot be reached by Tab; the row with the focus keeps its buttons there.
        reachable
          ? "opacity-0 group-hover/row:opacity-100 group-has-[:focus-visible]/row:opacity-100 has-[[aria-expanded=true]]:opacity-100"
          : "invisible group-hover/row:visible has-[[aria-expanded=true]]:visible",
      )}
    >
      {main && (
        <button
          type="button"
          tabIndex={tabIndex}
          disabled={busy}
          aria-label={`${t(`action.${main}`)}: ${ticket.contact.name}`}
          className="flex h-6 items-center gap-1.5 rounded-control px-2 text-meta font-600 text-fg hover:bg-hover disabled:opacity-50"
          onClick={() => void actions[main].run(ticket)}
        >
          <MainIcon aria-hidden className="size-4 text-primary-fg" /> {t(`action.${main}`)}
        </button>
      )}
      {second && (
        <Tooltip text={t(`action.${second}`)}>
          <button
            type="button"
            tabIndex={tabIndex}
            disabled={busy}
            aria-label={`${t(`action.${second}`)}: ${ticket.contact.name}`}
            className={button}
            onClick={() => void actions[second].run(ticket)}
          >
            <SecondIcon aria-hidden className="size-4" />
          </button>
        </Tooltip>
      )}
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
