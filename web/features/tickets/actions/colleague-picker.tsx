import { X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { LOOKUP_MIN_CHARS } from "../../../../api/contract/limits.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useRead } from "../../../core/query.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";

interface Props {
  /** Only colleagues of this queue (and admins) are offered; none offers everybody. */
  queueId: number | null;
  value: number | null;
  onChange: (id: number | null) => void;
}
const SHOWN = 6;

/** Finds a colleague by name from three characters on (spec 1 §5). A short team is shown at once. */
export function ColleaguePicker({ queueId, value, onChange }: Props) {
  const { t } = useTranslation("tickets");
  const id = useId();
  const [search, setSearch] = useState("");
  const { data = [] } = useRead(users.colleagues);
  const team = data.filter((user) =>
    queueId === null || user.profile === "admin" || user.queues.some((queue) => queue.id === queueId)
  );
  const wanted = search.trim().toLocaleLowerCase();
  const short = team.length <= SHOWN;
  const found = wanted.length >= LOOKUP_MIN_CHARS
    ? team.filter((user) => `${user.name} ${user.email}`.toLocaleLowerCase().includes(wanted)).slice(0, SHOWN)
    : short
    ? team
    : [];
  const chosen = team.find((user) => user.id === value);
  if (chosen) {
    return (
      <div className="space-y-1">
        <p className="text-meta font-500 text-fg-muted">{t("transfer.user")}</p>
        <p className="flex items-center gap-2 rounded-control border border-line px-2 py-1">
          <Avatar name={chosen.name} colour={chosen.color} size="small" />
          <span className="min-w-0 flex-1 truncate">{chosen.name}</span>
          <IconButton icon={X} label={t("transfer.removeUser")} tip="none" onClick={() => onChange(null)} />
        </p>
      </div>
    );
  }
  return (
    <div>
      <Field label={t("transfer.user")} hint={short ? t("transfer.userHint") : t("transfer.userSearch")}>
        <Input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={id}
          autoComplete="off"
          placeholder={t("do.search")}
          value={search}
          onChange={(e) => setSearch(e.target.value)}
        />
      </Field>
      <ul id={id} aria-label={t("transfer.user")} className="mt-1">
        {found.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              onClick={() => onChange(user.id)}
              className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover touch:min-h-11"
            >
              <Avatar name={user.name} colour={user.color} size="small" />
              <span className="min-w-0 flex-1 truncate">{user.name}</span>
              {user.online && <span className="text-meta text-success">{t("transfer.online")}</span>}
            </button>
          </li>
        ))}
      </ul>
      {wanted.length >= LOOKUP_MIN_CHARS && found.length === 0 && (
        <p className="px-2 py-1 text-meta text-fg-subtle">{t("list.noMatch", { search })}</p>
      )}
    </div>
  );
}
