import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { connections } from "../../../api/features/connections/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { Filters } from "./board.ts";

export type Asked = Filters & { from: string; to: string };
interface Props {
  asked: Asked;
  today: string;
  onChange: (next: Asked) => void;
}

function Choice({ label, value, onChange, choices }: {
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
  choices: readonly { id: number; name: string }[];
}) {
  return (
    <Select
      aria-label={label}
      value={value ?? ""}
      onChange={(e) => onChange(e.target.value === "" ? null : Number(e.target.value))}
      className="w-40"
    >
      <option value="">{label}</option>
      {choices.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </Select>
  );
}

/** The board's days, asked for by a button, and its filters, which take effect at once. */
export function FilterBar({ asked, today, onChange }: Props) {
  const { t } = useTranslation("kanban");
  const [from, setFrom] = useState(asked.from || today);
  const [to, setTo] = useState(asked.to || today);
  const { data: allQueues = [] } = useRead(queues.list);
  const { data: people = [] } = useRead(users.colleagues);
  const { data: lines = [] } = useRead(connections.list);
  const { data: all = [] } = useRead(tags.all, { query: {} });
  const search = (e: FormEvent) => {
    e.preventDefault();
    onChange({ ...asked, from: from === today ? "" : from, to: to === today ? "" : to });
  };
  const set = (change: Partial<Filters>) => onChange({ ...asked, ...change });
  const none = { id: 0 };
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
        className="w-56 max-sm:w-full"
      />
      <div className="flex flex-wrap gap-2 max-sm:hidden">
        <Choice
          label={t("queue")}
          value={asked.queueId}
          onChange={(queueId) => set({ queueId })}
          choices={[{ ...none, name: t("noQueue") }, ...allQueues]}
        />
        <Choice
          label={t("user")}
          value={asked.userId}
          onChange={(userId) => set({ userId })}
          choices={[{ ...none, name: t("nobody") }, ...people]}
        />
        <Choice
          label={t("connection")}
          value={asked.connectionId}
          onChange={(connectionId) => set({ connectionId })}
          choices={lines}
        />
        <Choice label={t("tag")} value={asked.tagId} onChange={(tagId) => set({ tagId })} choices={all} />
      </div>
    </div>
  );
}
