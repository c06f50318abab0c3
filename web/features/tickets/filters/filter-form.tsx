import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { connections } from "../../../../api/features/connections/contract.ts";
import type { TicketStatus } from "../../../../api/features/tickets/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useCan } from "../../../core/can.ts";
import { useMe } from "../../../core/me.ts";
import { useRead } from "../../../core/query.ts";
import { Picker } from "../../../patterns/picker.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { useQueueChoices } from "../actions/use-queue-choices.ts";
import { filterCount, type Filters, listAtom, noFilters } from "../list/state.ts";

const statuses: readonly TicketStatus[] = ["open", "pending", "closed", "group"];

/** Connections, queues (also none), people for admins, and the status while searching. */
export function FilterForm() {
  const { t } = useTranslation("tickets");
  const me = useMe();
  const [state, setState] = useAtom(listAtom);
  const mayUsers = useCan("tickets-manager:usersFilter");
  const { data: lines = [] } = useRead(connections.list);
  const { data: team = [] } = useRead(users.colleagues, {}, { enabled: mayUsers });
  const own = useQueueChoices(false);
  const unqueued = me.profile === "admin" || me.allTicket === "enabled";
  const queues = unqueued ? [...own, { id: 0, name: t("noQueue"), color: "#868e9b" }] : own;
  const set = (part: Partial<Filters>) => setState({ ...state, filters: { ...state.filters, ...part } });
  const { filters } = state;
  return (
    <div className="space-y-4">
      <Field label={t("filter.queues")}>
        <Picker
          label={t("filter.queues")}
          placeholder={t("filter.all")}
          choices={queues}
          value={filters.queues}
          onChange={(queues) => set({ queues })}
        />
      </Field>
      <Field label={t("filter.connections")}>
        <Picker
          label={t("filter.connections")}
          placeholder={t("filter.all")}
          choices={lines}
          value={filters.connections}
          onChange={(connections) => set({ connections })}
        />
      </Field>
      {mayUsers && (
        <Field label={t("filter.users")}>
          <Picker
            label={t("filter.users")}
            placeholder={t("filter.all")}
            choices={team}
            value={filters.users}
            onChange={(users) => set({ users })}
          />
        </Field>
      )}
      {state.search && (
        <Field label={t("filter.status")}>
          <Picker
            label={t("filter.status")}
            placeholder={t("filter.all")}
            choices={statuses.map((status, id) => ({ id, name: t(`status.${status}`) }))}
            value={filters.statuses.map((status) => statuses.indexOf(status))}
            onChange={(ids) => set({ statuses: statuses.filter((_, id) => ids.includes(id)) })}
          />
        </Field>
      )}
      <Button
        size="wide"
        disabled={filterCount(state) === 0}
        onClick={() => setState({ ...state, filters: noFilters })}
      >
        {t("filter.clear")}
      </Button>
    </div>
  );
}
