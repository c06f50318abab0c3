import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { headerFile, holesOf, readAs } from "../../../api/contract/rules/template.ts";
import { type MessageTemplate, templates } from "../../../api/features/templates/contract.ts";
import { useChannel } from "../../core/channels.ts";
import { useRead } from "../../core/query.ts";
import { plain } from "../../core/words/plain.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";

/** The chosen approved text, by its id, and what stands in its places. */
export interface TemplateChoice {
  id: number;
  values: Record<string, string>;
}
interface Line {
  id: number;
  channel: string;
}
/** The approved texts of a connection that a schedule can send: without a file, or with a picture. Null on channels that have none. */
export function useApproved(line: Line | undefined): readonly MessageTemplate[] | null {
  const able = useChannel(line?.channel ?? "")?.templates ?? false;
  const { data } = useRead(templates.list, { query: { whatsappId: line?.id ?? 0 } }, { enabled: able, keep: false });
  if (!able) return null;
  return data?.templates.filter(({ sendable, components }) => sendable && carries(headerFile(components))) ?? [];
}
const carries = (file: ReturnType<typeof headerFile>) => file === null || file === "image";
/** Whether a picture stands above the chosen text. */
export const wantsPicture = (all: readonly MessageTemplate[] | null, choice: TemplateChoice | null): boolean =>
  all?.some(({ id, components }) => id === choice?.id && headerFile(components) === "image") ?? false;

interface Props {
  all: readonly MessageTemplate[];
  value: TemplateChoice | null;
  onChange: (choice: TemplateChoice | null) => void;
}

/** What goes out where the reply window is closed by then. */
export function TemplateFields({ all, value, onChange }: Props) {
  const { t } = useTranslation("schedules");
  const chosen = all.find(({ id }) => id === value?.id);
  return (
    <div className="space-y-3">
      <Field label={t("template")} hint={t("templateHint")}>
        <Select
          value={value?.id ?? ""}
          onChange={(e) => onChange(e.target.value ? { id: Number(e.target.value), values: {} } : null)}
        >
          <option value="">{t("templateNone")}</option>
          {all.map(({ id, name, language }) => <option key={id} value={id}>{`${name} · ${language}`}</option>)}
        </Select>
      </Field>
      {chosen && value && (
        <>
          {holesOf(chosen.components).map(({ key, name }) => (
            <Field key={key} label={t("templateHole", { name })} required>
              <Input
                dir="auto"
                maxLength={1024}
                value={value.values[key] ?? ""}
                onChange={(e) =>
                  onChange({ ...value, values: { ...value.values, [key]: e.target.value } })}
              />
            </Field>
          ))}
          {wantsPicture(all, value) && <p className="text-meta text-fg-muted">{t("templatePicture")}</p>}
          <p dir="auto" className="rounded-bubble bg-bubble-out px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {plain(readAs(chosen.components, value.values), false)}
          </p>
        </>
      )}
    </div>
  );
}
