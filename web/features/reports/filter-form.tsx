import { ListFilter } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { Picker } from "../../patterns/forms/picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { ContactFilter } from "./contact-filter.tsx";
import { type Filters, statuses } from "./filters.ts";

interface Props {
  value: Filters;
  onApply: (filters: Filters) => void;
}

/** All filters of the report; they hold from the button on, so that a report is not computed for each click. */
export function FilterForm({ value, onApply }: Props) {
  const { t } = useTranslation("reports");
  const [draft, setDraft] = useState(value);
  const { data: lines = [] } = useRead(connections.list);
  const { data: team = [] } = useRead(users.colleagues);
  const { data: departments = [] } = useRead(queues.list);
  const set = (part: Partial<Filters>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  const picker = (label: string, choices: readonly { id: number; name: string; color?: string }[], key: PickedKey) => (
    <Field label={label}>
      <Picker
        label={label}
        placeholder={t("filter.all")}
        choices={choices}
        value={draft[key]}
        onChange={(ids) => set({ [key]: ids })}
      />
    </Field>
  );
  return (
    <form
      onSubmit={submit}
      aria-label={t("filter.title")}
      className="grid gap-x-4 gap-y-3 sm:grid-cols-2 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-4 lg:grid-cols-4"
    >
      <ContactFilter value={draft.who} onChange={(who) => set({ who })} />
      {picker(t("col.connection"), lines, "connections")}
      {picker(t("col.status"), statuses.map((status, id) => ({ id, name: t(`status.${status}`) })), "statuses")}
      {picker(t("col.user"), team, "users")}
      {picker(t("col.queue"), [...departments, { id: 0, name: t("noQueue") }], "queues")}
      <Field label={t("filter.from")}>
        <Input type="date" required max={draft.to} value={draft.from} onChange={(e) => set({ from: e.target.value })} />
      </Field>
      <Field label={t("filter.to")}>
        <Input type="date" required min={draft.from} value={draft.to} onChange={(e) => set({ to: e.target.value })} />
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Checkbox
          className="h-control items-center!"
          checked={draft.onlyRated}
          onChange={(e) => set({ onlyRated: e.target.checked })}
          label={t("filter.onlyRated")}
        />
        <Button type="submit" tone="primary" className="max-sm:w-full">
          <ListFilter aria-hidden /> {t("filter.apply")}
        </Button>
      </div>
    </form>
  );
}
type PickedKey = "connections" | "statuses" | "users" | "queues";
