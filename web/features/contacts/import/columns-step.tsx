import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { countryCodes } from "../../../../api/contract/rules/phone.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type FieldName, fields, type Mapping } from "../../../../api/contract/sheets/columns.ts";

interface Value {
  name: string;
  rows: string[][];
  mapping: Mapping;
  head: boolean;
  country: string;
}
interface Props {
  value: Value;
  onChange: (change: Partial<Value>) => void;
  onBack: () => void;
  onNext: () => void;
}
const SAMPLES = 3;

/** Which column is what: number and name must be among them, and no field twice. */
export function ColumnsStep({ value, onChange, onBack, onNext }: Props) {
  const { t } = useTranslation("contacts");
  const [problem, setProblem] = useState<string | null>(null);
  const { rows, mapping, head } = value;
  const width = Math.max(...rows.slice(0, 200).map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  const samples = rows.slice(head ? 1 : 0, SAMPLES + (head ? 1 : 0));
  const choose = (column: number, field: FieldName | "") => {
    if (field && mapping.indexOf(field) >= 0 && mapping.indexOf(field) !== column) {
      return toast.error(t("import.taken", { field: t(`field.${field}`) }));
    }
    setProblem(null);
    onChange({ mapping: columns.map((at) => at === column ? field : mapping[at] ?? "") });
  };
  const next = () => {
    if (!mapping.includes("number")) return setProblem(t("import.noNumber"));
    if (!mapping.includes("name")) return setProblem(t("import.noName"));
    onNext();
  };
  return (
    <section aria-label={t("import.step.columns")} className="space-y-4">
      <p className="text-body text-fg-muted wrap-anywhere">{t("import.columnsHint", { file: value.name })}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {columns.map((column) => (
          <li key={column} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
            <div className="min-w-0 flex-1 basis-50">
              <p className="font-500 wrap-anywhere">
                {head && rows[0]?.[column] || t("import.column", { n: column + 1 })}
              </p>
              <p className="truncate text-meta text-fg-muted">
                {samples.map((row) => row[column]).filter(Boolean).join(" · ") || t("import.noSample")}
              </p>
            </div>
            <Select
              aria-label={t("import.columnIs", { n: column + 1 })}
              className="w-full sm:w-52"
              value={mapping[column] ?? ""}
              onChange={(event) => choose(column, event.target.value as FieldName | "")}
            >
              <option value="">{t("import.leaveOut")}</option>
              {fields.map((field) => <option key={field} value={field}>{t(`field.${field}`)}</option>)}
            </Select>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Checkbox
          checked={head}
          onChange={(event) => onChange({ head: event.target.checked })}
          label={t("import.head")}
        />
        <Field label={t("import.country")} hint={t("import.countryHint")} className="w-full sm:w-80">
          <Select value={value.country} onChange={(event) => onChange({ country: event.target.value })}>
            {countryCodes.map((code) => <option key={code} value={code}>+{code} {t(`country.${code}`)}</option>)}
          </Select>
        </Field>
      </div>
      {problem && <p role="alert" className="text-body text-danger">{problem}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{t("import.otherFile")}</Button>
        <Button tone="primary" onClick={next}>{t("import.next")}</Button>
      </div>
    </section>
  );
}
