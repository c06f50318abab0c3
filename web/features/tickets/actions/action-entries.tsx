import { useTranslation } from "react-i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { MenuItem } from "../../../ui/menu-panel.tsx";
import { type ActionName, actions } from "./offered.ts";

/** What can be done with a ticket, as entries of a menu: their words are looked up when it opens. */
export function ActionEntries({ ticket, names }: { ticket: Ticket; names: readonly ActionName[] }) {
  const { t } = useTranslation("tickets");
  return names.map((name) => {
    const { icon: Icon, danger, run } = actions[name];
    return (
      <MenuItem key={name} danger={danger} onSelect={() => void run(ticket)}>
        <Icon aria-hidden /> {t(`action.${name}`)}
      </MenuItem>
    );
  });
}
