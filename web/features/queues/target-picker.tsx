import { useTranslation } from "react-i18next";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { PersonPicker } from "../../patterns/forms/person-picker.tsx";

interface Props {
  value: number | null;
  onChange: (id: number | null) => void;
  error?: string;
}

/** The attendant an option hands over to. */
export function AttendantPicker(props: Props) {
  const { t } = useTranslation("queues");
  const { data = [] } = useRead(users.colleagues);
  return (
    <PersonPicker
      {...props}
      people={data}
      label={t("tree.attendant")}
      hint={t("tree.attendantHint")}
      removeLabel={(name) => t("tree.attendantRemove", { name })}
      required
    />
  );
}
