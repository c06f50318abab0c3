import { useTranslation } from "react-i18next";
import { headerFile, holesOf, readAs } from "../../../api/contract/rules/template.ts";
import { templates } from "../../../api/features/templates/contract.ts";
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
interface Props {
  line: { id: number; channel: string } | undefined;
  value: TemplateChoice | null;
  onChange: (choice: TemplateChoice | null) => void;
}

/** What goes out where the reply window is closed by then; nothing on channels without approved texts. */
export function TemplateFields({ line, value, onChange }: Props) {
  const { t } = useTranslation("schedules");
  const able = useChannel(line?.channel ?? "")?.templates ?? false;
  const { data } = useRead(templates.list, { query: { whatsappId: line?.id ?? 0 } }, { enabled: able, keep: false });
  if (!able) return null;
  const all = data?.templates.filter(({ sendable, components }) => sendable && headerFile(components) === null) ?? [];
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
          <p dir="auto" className="rounded-bubble bg-bubble-out px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {plain(readAs(chosen.components, value.values), false)}
          </p>
        </>
      )}
    </div>
  );
}
