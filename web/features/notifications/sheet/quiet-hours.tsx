import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RuleSwitch } from "./rule-switch.tsx";
import { changeRules, type Rules } from "../rules.ts";

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // A time half typed is empty to the browser: only a whole one is kept, when the field is left.
  const keep = () => {
    if (/^\d\d:\d\d$/.test(typed)) {
      if (typed !== value) onChange(typed);
    } else setTyped(value);
  };
  return (
    <Field label={label}>
      <Input type="time" value={typed} onChange={(e) => setTyped(e.target.value)} onBlur={keep} />
    </Field>
  );
}

/** Between which times of the company's day nothing rings. */
export function QuietHours({ quiet, timezone }: { quiet: Rules["quiet"]; timezone: string }) {
  const { t } = useTranslation("notifications");
  const change = (part: Partial<Rules["quiet"]>) => void changeRules({ quiet: { ...quiet, ...part } });
  return (
    <>
      <RuleSwitch
        label={t("quiet.on")}
        hint={t("quiet.hint", { zone: timezone })}
        on={quiet.on}
        onChange={(on) => change({ on })}
      />
      {quiet.on && (
        <div className="mt-2 grid grid-cols-2 gap-3">
          <TimeField label={t("quiet.from")} value={quiet.from} onChange={(from) => change({ from })} />
          <TimeField label={t("quiet.to")} value={quiet.to} onChange={(to) => change({ to })} />
        </div>
      )}
    </>
  );
}
