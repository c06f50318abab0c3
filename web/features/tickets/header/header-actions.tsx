import { useAtomValue } from "jotai";
import { Ellipsis, Info, Search, Sparkles } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { useCaps } from "../../../core/commands.ts";
import { Button } from "../../../ui/button.tsx";
import { useHasAssistant } from "../../../core/who/assistant.ts";
import { cn } from "../../../ui/cn.ts";
import { DropdownMenu } from "../../../ui/dropdown-menu.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { serves } from "../state/membership.ts";
import { busyAtom } from "../actions/change.ts";
import { openDialog } from "../actions/dialogs.ts";
import { type ActionName, actions, offered } from "../actions/offered.ts";

interface Props {
  ticket: Ticket;
  viewer: Viewer;
  /** Only icons: there is no room for words. */
  narrow: boolean;
  panelOpen: boolean;
  onPanel: () => void;
  onSearch: () => void;
}

/** What can be done with the ticket: words while there is room, then icons with names. */
export function HeaderActions({ ticket, viewer, narrow, panelOpen, onPanel, onSearch }: Props) {
  const { t } = useTranslation("tickets");
  const caps = useCaps();
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const summarises = useHasAssistant() && serves(ticket, viewer);
  const { quick, more } = offered(ticket, viewer);
  // What cannot be written in offers its first action where one would write: it is not said twice.
  const below = ticket.status !== "open" && ticket.status !== "group";
  const shown = below ? narrow ? [] : quick.slice(1, 2) : quick.slice(0, narrow ? 1 : 2);
  const hidden = quick.filter((name) => !shown.includes(name));
  const entry = (name: ActionName) => {
    const { icon: Icon, danger, run } = actions[name];
    return (
      <MenuItem key={name} danger={danger} onSelect={() => void run(ticket)}>
        <Icon aria-hidden /> {t(`action.${name}`)}
      </MenuItem>
    );
  };
  return (
    <div className="flex shrink-0 items-center gap-1">
      {shown.map((name) => {
        const { icon: Icon, run } = actions[name];
        return (
          <span key={name} className="contents">
            <IconButton
              icon={Icon}
              label={t(`action.${name}`)}
              caps={caps(`ticket.${name}`)}
              disabled={busy}
              className={name === quick[0] ? "@lg:hidden!" : "@2xl:hidden!"}
              onClick={() => void run(ticket)}
            />
            <Tooltip text={t(`action.${name}`)} caps={caps(`ticket.${name}`)}>
              <Button
                tone={name === quick[0] ? "plain" : "quiet"}
                disabled={busy}
                className={cn("hidden!", name === quick[0] ? "@lg:inline-flex!" : "@2xl:inline-flex!")}
                onClick={() => void run(ticket)}
              >
                <Icon aria-hidden /> {t(`action.${name}`)}
              </Button>
            </Tooltip>
          </span>
        );
      })}
      {!narrow && <IconButton icon={Search} label={t("searchInside")} onClick={onSearch} />}
      {!narrow && (
        <IconButton
          icon={Info}
          label={t("contact.panel")}
          caps={caps("ticket.panel")}
          aria-pressed={panelOpen}
          onClick={onPanel}
        />
      )}
      <DropdownMenu trigger={<IconButton icon={Ellipsis} label={t("do.more")} />}>
        {hidden.map(entry)}
        {narrow && (
          <MenuItem onSelect={onSearch}>
            <Search aria-hidden /> {t("searchInside")}
          </MenuItem>
        )}
        {narrow && (
          <MenuItem onSelect={onPanel}>
            <Info aria-hidden /> {t("contact.panel")}
          </MenuItem>
        )}
        {summarises && (
          <MenuItem onSelect={() => openDialog({ kind: "summary", ticket })}>
            <Sparkles aria-hidden /> {t("summary.action")}
          </MenuItem>
        )}
        {(hidden.length > 0 || summarises) && <MenuLine />}
        {more.map(entry)}
      </DropdownMenu>
    </div>
  );
}
