import { useAtom } from "jotai";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { TICKETS_PAGE, TICKETS_PAGE_MAX } from "../../../../api/contract/limits.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { tags as tagCalls } from "../../../../api/features/tags/contract.ts";
import type { TicketStatus } from "../../../../api/features/tickets/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { useMe } from "../../../core/who/me.ts";
import { useRead } from "../../../core/query.ts";
import { Picker } from "../../../patterns/forms/picker.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { useQueueChoices } from "../actions/dialogs/use-queue-choices.ts";
import { filterCount, type Filters, isSearch, listAtom, noFilters } from "../state/state.ts";
import { ContactFilter } from "./contact-filter.tsx";

const statuses: readonly TicketStatus[] = ["open", "pending", "closed", "group", "lgpd", "nps"];
const SIZES = [20, TICKETS_PAGE, 60, TICKETS_PAGE_MAX];

/**
 * Queues (also none), connections, tags, people for admins; status and contact, which go across the tabs and make a search of it.
 */
export function FilterForm() {
  const { t } = useTranslation("tickets");
  const me = useMe();
  const [state, setState] = useAtom(listAtom);
  const mayUsers = useCan("tickets-manager:usersFilter");
  const { data: lines = [] } = useRead(connections.list);
  const { data: team = [] } = useRead(users.colleagues, {}, { enabled: mayUsers });
  const { data: tags = [] } = useRead(tagCalls.all);
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
      <Field label={t("tags.title")}>
        <Picker
          label={t("tags.title")}
          placeholder={t("filter.all")}
          choices={tags}
          value={filters.tags}
          onChange={(tags) => set({ tags })}
        />
      </Field>
      {mayUsers && (
        <Field label={t("filter.users")}>
          <Picker
            label={t("filter.users")}
            placeholder={t("filter.everybody")}
            choices={team}
            value={filters.users}
            onChange={(users) => set({ users })}
          />
        </Field>
      )}
      <Field label={t("filter.status")} hint={t("filter.across")}>
        <Picker
          label={t("filter.status")}
          placeholder={t("filter.all")}
          choices={statuses.map((status, id) => ({ id, name: t(`status.${status}`) }))}
          value={filters.statuses.map((status) => statuses.indexOf(status))}
          onChange={(ids) => set({ statuses: statuses.filter((_, id) => ids.includes(id)) })}
        />
      </Field>
      <ContactFilter value={filters.contacts} onChange={(contacts) => set({ contacts })} />
      {isSearch(state) && (
        <Field label={t("filter.pageSize")}>
          <Select
            value={state.pageSize}
            onChange={(e) => setState({ ...state, pageSize: Number(e.target.value) })}
          >
            {SIZES.map((size) => <option key={size} value={size}>{size}</option>)}
          </Select>
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
