import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { users } from "../../../../../api/features/users/contract.ts";
import { useRead } from "../../../../core/query.ts";
import { PEOPLE_SHOWN, PersonPicker } from "../../../../patterns/forms/person-picker.tsx";

interface Props {
  /** Only colleagues of this queue (and admins) are offered; none offers everybody. */
  queueId: number | null;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** The colleague a ticket goes to. */
export function ColleaguePicker({ queueId, value, onChange }: Props) {
  const { t } = useTranslation("tickets");
  const { data = [] } = useRead(users.colleagues);
  const team = data.filter((user) =>
    queueId === null || user.profile === "admin" || user.queues.some((queue) => queue.id === queueId)
  );
  return (
    <PersonPicker
      people={team}
      value={value}
      onChange={onChange}
      label={t("transfer.user")}
      hint={t(team.length <= PEOPLE_SHOWN ? "transfer.userHint" : "transfer.userSearch")}
      removeLabel={() => t("transfer.removeUser")}
    />
  );
}
