import { ListFilter, Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { type Asked, type Filters, NO_FILTERS } from "./board.ts";

interface Props {
  asked: Asked;
  today: string;
  onChange: (next: Asked) => void;
}
interface ChoicesProps {
  asked: Asked;
  onChange: (change: Partial<Filters>) => void;
  className?: string;
}

/** Queue, person, connection and tag. */
function Choices({ asked, onChange, className }: ChoicesProps) {
  const { t } = useTranslation("kanban");
  const { data: allQueues = [] } = useRead(queues.list);
  const { data: people = [] } = useRead(users.colleagues);
  const { data: lines = [] } = useRead(connections.list);
  const { data: all = [] } = useRead(tags.all, { query: {} });
  const none = (name: string) => ({ id: 0, name });
  const choices = [
    ["queueId", t("queue"), [none(t("noQueue")), ...allQueues]],
    ["userId", t("user"), [none(t("nobody")), ...people]],
    ["connectionId", t("connection"), lines],
    ["tagId", t("tag"), all],
  ] as const;
  return choices.map(([field, label, records]) => (
    <Select
      key={field}
      aria-label={label}
      value={asked[field] ?? ""}
      onChange={(e) => onChange({ [field]: e.target.value === "" ? null : Number(e.target.value) })}
      className={className}
    >
      <option value="">{label}</option>
      {records.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </Select>
  ));
}

/** The same choices of a phone, behind a button that says how many of them are set. */
function PhoneChoices(props: ChoicesProps) {
  const { t } = useTranslation("kanban");
  const [open, setOpen] = useState(false);
  const { queueId, userId, connectionId, tagId } = props.asked;
  const set = [queueId, userId, connectionId, tagId].filter((value) => value !== null).length;
  const { text: _text, ...none } = NO_FILTERS;
  return (
    <>
      <Button className="sm:hidden" onClick={() => setOpen(true)}>
        <ListFilter aria-hidden /> {set > 0 ? t("filters.set", { count: set }) : t("filters.title")}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t("filters.title")}
        closeLabel={t("do.close")}
        footer={
          <>
            <Button disabled={set === 0} onClick={() => props.onChange(none)}>{t("filters.clear")}</Button>
            <Button tone="primary" onClick={() => setOpen(false)}>{t("filters.show")}</Button>
          </>
        }
      >
        <div className="space-y-3">
          <Choices {...props} />
        </div>
      </Sheet>
    </>
  );
}

/** The board's days, asked for by a button, and its filters, which take effect at once. */
export function FilterBar({ asked, today, onChange }: Props) {
  const { t } = useTranslation("kanban");
  const [from, setFrom] = useState(asked.from || today);
  const [to, setTo] = useState(asked.to || today);
  const search = (e: FormEvent) => {
    e.preventDefault();
    onChange({ ...asked, from: from === today ? "" : from, to: to === today ? "" : to });
  };
  const set = (change: Partial<Filters>) => onChange({ ...asked, ...change });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <form onSubmit={search} className="flex items-center gap-2 max-sm:w-full">
        <Input
          type="date"
          required
          max={to}
          value={from}
          aria-label={t("from")}
          onChange={(e) => setFrom(e.target.value)}
          className="w-38! min-w-0 max-sm:w-auto! max-sm:flex-1"
        />
        <Input
          type="date"
          required
          min={from}
          value={to}
          aria-label={t("to")}
          onChange={(e) => setTo(e.target.value)}
          className="w-38! min-w-0 max-sm:w-auto! max-sm:flex-1"
        />
        <Button type="submit" className="max-sm:icon-only">
          <Search aria-hidden /> {t("do.search")}
        </Button>
      </form>
      <SearchField
        value={asked.text}
        onChange={(text) => set({ text })}
        label={t("text")}
        className="w-56 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
      />
      <PhoneChoices asked={asked} onChange={set} />
      <div className="flex flex-wrap gap-2 max-sm:hidden">
        <Choices asked={asked} onChange={set} className="w-40" />
      </div>
    </div>
  );
}
