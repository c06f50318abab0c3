import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { ApiError } from "../../../api/contract/client.ts";
import { IMPORT_MAX } from "../../../api/contract/limits.ts";
import { countryCodes, countryOf } from "../../../api/contract/rules/phone.ts";
import { contactLists, type Filled, listItems } from "../../../api/features/contact-lists/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { formatNumber } from "../../core/words/format.ts";
import { language } from "../../core/words/i18n/i18n.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { MediaField } from "../../patterns/forms/media-field.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { UploadSummary } from "./upload-summary.tsx";

const fields = ["name", "number", "email"] as const;
type FieldName = typeof fields[number] | "";
interface Read {
  file: File;
  rows: number;
  columns: { name: string; samples: string[]; field: FieldName }[];
}
/** Why a file could not be read, as the server says. */
const reasons = new Set(["bomb", "tooMany", "broken", "page", "columns", "empty", "kind"]);

/** Fills a contact list from a file: choose it, say which column is what, and read what became of the rows. */
export function UploadSheet({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { t } = useTranslation("contact-lists");
  const [read, setRead] = useState<Read | null>(null);
  const [head, setHead] = useState(true);
  const [country, setCountry] = useState(countryOf(language()));
  const [problem, setProblem] = useState("");
  const [filled, setFilled] = useState<Filled | null>(null);
  const explain = (error: unknown) => {
    const details = error instanceof ApiError ? error.body.details : undefined;
    const why = details?.[0]?.message ?? "";
    if (!details) return toastError(error);
    setProblem(t(`upload.refused.${reasons.has(why) ? why : "broken"}`, { rows: formatNumber(IMPORT_MAX.rows) }));
  };
  const look = useCall(contactLists.columns, { silent: true, onError: explain });
  const upload = useCall(contactLists.upload, {
    silent: true,
    refresh: [listItems.list, contactLists.list],
    onSuccess: setFilled,
    onError: explain,
  });
  const pick = async (file: File) => {
    setProblem("");
    const answer = await look.mutateAsync({ body: {}, files: [file] }).catch(() => null);
    if (!answer) return;
    setHead(answer.head);
    setRead({ file, rows: answer.rows, columns: answer.columns });
  };
  const choose = (at: number, field: FieldName) =>
    read && setRead({
      ...read,
      // A field is one column's: chosen for another, the first gives it up.
      columns: read.columns.map((column, place) =>
        place === at ? { ...column, field } : field && column.field === field ? { ...column, field: "" } : column
      ),
    });
  const send = () => {
    const chosen = read?.columns.map(({ field }) => field) ?? [];
    if (!read) return setProblem(t("upload.noFile"));
    if (!chosen.includes("name") || !chosen.includes("number")) return setProblem(t("upload.refused.columns"));
    setProblem("");
    upload.mutate({
      params: { id: listId },
      body: { columns: JSON.stringify(chosen), head: head ? "true" : "false", country },
      files: [read.file],
    });
  };
  if (filled) return <UploadSummary filled={filled} onClose={onClose} />;
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t("upload.title")}
      description={t("upload.hint", { rows: formatNumber(IMPORT_MAX.rows) })}
      dirty={read !== null}
      busy={upload.isPending || look.isPending}
      saveLabel={t("upload.save")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MediaField
        preview={null}
        accept=".xlsx,.xls,.csv,.txt"
        label={t(read ? "upload.other" : "upload.choose")}
        busy={look.isPending}
        maxBytes={IMPORT_MAX.bytes}
        onPick={(file) => void pick(file)}
      />
      {read && (
        <>
          <p className="text-meta text-fg-muted wrap-anywhere">
            {t("upload.read", { file: read.file.name, count: read.rows, n: formatNumber(read.rows) })}
          </p>
          <ul className="divide-y divide-line rounded-card border border-line">
            {read.columns.map((column, at) => (
              <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
                <div className="min-w-0 flex-1 basis-40">
                  <p className="font-500 wrap-anywhere">{head && column.name || t("upload.column", { n: at + 1 })}</p>
                  <p className="truncate text-meta text-fg-muted">{column.samples.join(" · ") || "—"}</p>
                </div>
                <Select
                  aria-label={t("upload.columnIs", { n: at + 1 })}
                  className="w-full sm:w-44"
                  value={column.field}
                  onChange={(event) => choose(at, event.target.value as FieldName)}
                >
                  <option value="">{t("upload.leaveOut")}</option>
                  {fields.map((field) => <option key={field} value={field}>{t(field)}</option>)}
                </Select>
              </li>
            ))}
          </ul>
          <Checkbox checked={head} onChange={(event) => setHead(event.target.checked)} label={t("upload.head")} />
          <Field label={t("upload.country")} hint={t("upload.countryHint")}>
            <Select value={country} onChange={(event) => setCountry(event.target.value)}>
              {countryCodes.map((code) => <option key={code} value={code}>+{code}</option>)}
            </Select>
          </Field>
        </>
      )}
      {problem && <p role="alert" className="text-body text-danger">{problem}</p>}
    </FormSheet>
  );
}
