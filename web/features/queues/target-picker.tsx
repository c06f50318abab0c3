import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { fileLists } from "../../../api/features/file-lists/contract.ts";
import { integrations } from "../../../api/features/integrations/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { PersonPicker } from "../../patterns/forms/person-picker.tsx";
import { RecordSelect } from "../../patterns/forms/record-select.tsx";
import { Field } from "../../ui/field.tsx";

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

/** The list of files that an option sends. */
export function FileListPicker({ value, onChange, error }: Props) {
  const { t } = useTranslation("queues");
  return (
    <Field label={t("tree.fileList")} error={error} required>
      <RecordSelect from={fileLists.list} value={value} onChange={onChange} none={t("tree.fileListNone")} />
    </Field>
  );
}

/** The integration that answers whoever chooses an option. */
export function IntegrationPicker({ value, onChange, error }: Props) {
  const { t } = useTranslation("queues");
  return (
    <Field label={t("tree.integration")} error={error} required>
      <RecordSelect from={integrations.list} value={value} onChange={onChange} none={t("tree.integrationNone")} />
    </Field>
  );
}
