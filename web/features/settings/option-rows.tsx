import { type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { CompanySettingKey } from "../../../api/contract/settings.ts";
import { formatNumber } from "../../core/words/format.ts";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { saveSetting } from "./company-setting.ts";
import type { Needed } from "./option-list.ts";
import { SaveNote } from "./save-note.tsx";
import { type SaveState, useSetting } from "./use-setting.ts";

export type Values = Record<string, string>;
const TYPED_MS = 700;

/** How saving a switch goes: beside it, where nothing has to move; a reason needs the width. */
function Note({ state: { name }, state }: { state: SaveState }) {
  const beside = "pt-1 sm:absolute sm:inset-y-0 sm:right-13 sm:flex sm:items-center sm:bg-surface sm:pt-0 sm:pl-2";
  return (
    <div className={name === "idle" ? "sr-only" : name === "failed" ? "pt-1" : beside}>
      <SaveNote state={state} />
    </div>
  );
}
const Words = ({ name }: { name: string }) => {
  const { t } = useTranslation("settings");
  return <span className="font-500">{t(`option.${name}.label`)}</span>;
};

/** A switch that saves itself. */
export function SwitchRow({ name, values, children }: {
  name: CompanySettingKey;
  values: Values;
  /** Shown while it is on. */
  children?: ReactNode;
}) {
  const { t } = useTranslation("settings");
  const { value, change, state } = useSetting(values[name], (data) => saveSetting(name, data));
  const on = value === "enabled";
  return (
    <div className="py-2.5">
      <div className="relative">
        <Switch
          label={<Words name={name} />}
          hint={t(`option.${name}.hint`)}
          checked={on}
          onChange={(e) => change(e.target.checked ? "enabled" : "disabled")}
        />
        <Note state={state} />
      </div>
      {on && children}
    </div>
  );
}

/** A switch with the text it needs: it is turned once there is one, and the text cannot be emptied meanwhile. */
export function TextRow({ name, text, values }: { name: CompanySettingKey; text: Needed; values: Values }) {
  const { t } = useTranslation("settings");
  const [waits, setWaits] = useState(false);
  const toggle = useSetting(values[name], (data) => saveSetting(name, data));
  const words = useSetting(values[text.name], async (data) => {
    await saveSetting(text.name, data);
    if (!waits) return;
    await saveSetting(name, text.when);
    setWaits(false);
  }, TYPED_MS);
  const kept = toggle.value === text.when;
  const needs = waits || kept;
  const empty = needs && !words.value.trim();
  const on = waits ? text.when === "enabled" : toggle.value === "enabled";
  const turn = (next: "enabled" | "disabled") => {
    if (next === text.when && !words.value.trim()) return setWaits(true);
    setWaits(false);
    if (next !== toggle.value) toggle.change(next);
  };
  return (
    <div className="py-2.5">
      <div className="relative">
        <Switch
          label={<Words name={name} />}
          hint={t(`option.${name}.hint`)}
          checked={on}
          onChange={(e) => turn(e.target.checked ? "enabled" : "disabled")}
        />
        <Note state={toggle.state} />
      </div>
      {needs && (
        <div className="mt-2 border-l-2 border-line pl-3">
          <Field
            label={t(`option.${name}.text`)}
            hint={waits ? t("option.waits") : undefined}
            error={empty && !waits ? t("field.required", { ns: "core" }) : undefined}
            required
          >
            <Textarea
              rows={2}
              maxLength={4000}
              autoFocus={waits}
              value={words.value}
              onChange={(e) => words.change(e.target.value)}
            />
          </Field>
          <SaveNote state={empty ? { name: "idle" } : words.state} />
        </div>
      )}
    </div>
  );
}

/** A text that saves itself. */
export function WordsRow({ name, values, long }: { name: CompanySettingKey; values: Values; long?: boolean }) {
  const { t } = useTranslation("settings");
  const { value, change, state } = useSetting(values[name], (data) => saveSetting(name, data), TYPED_MS);
  const Control = long ? Textarea : Input;
  return (
    <div className="py-2.5">
      <Field label={t(`option.${name}.label`)} hint={t(`option.${name}.hint`)}>
        <Control
          maxLength={4000}
          value={value}
          onChange={(e: { target: { value: string } }) => change(e.target.value)}
        />
      </Field>
      <SaveNote state={state} />
    </div>
  );
}

/** One of several, saved at once. */
export function SelectRow({ name, values, choices }: {
  name: CompanySettingKey;
  values: Values;
  choices: readonly string[];
}) {
  const { t } = useTranslation("settings");
  const { value, change, state } = useSetting(values[name], (data) => saveSetting(name, data));
  return (
    <div className="py-2.5">
      <Field label={t(`option.${name}.label`)} hint={t(`option.${name}.is.${value || "disabled"}`)}>
        <Select className="max-w-80" value={value} onChange={(e) => change(e.target.value)}>
          {choices.map((choice) => <option key={choice} value={choice}>{t(`option.${name}.choice.${choice}`)}</option>)}
        </Select>
      </Field>
      <SaveNote state={state} />
    </div>
  );
}

/** A whole number from 0 on that saves itself once what was typed is one. */
export function NumberRow({ name, values, max }: { name: CompanySettingKey; values: Values; max: number }) {
  const { t } = useTranslation("settings");
  const isRight = (typed: string) => /^\d+$/.test(typed.trim()) && Number(typed) <= max;
  const { value, change, state } = useSetting(values[name], async (data) => {
    if (isRight(data)) await saveSetting(name, String(Number(data)));
  }, TYPED_MS);
  const wrong = !isRight(value);
  return (
    <div className="py-2.5">
      <Field
        label={t(`option.${name}.label`)}
        hint={t(`option.${name}.hint`)}
        error={wrong ? t(`option.${name}.range`, { min: 0, max: formatNumber(max) }) : undefined}
      >
        <Input
          value={value}
          inputMode="numeric"
          maxLength={String(max).length + 1}
          onChange={(e) => change(e.target.value)}
          className="max-w-32"
        />
      </Field>
      <SaveNote state={wrong ? { name: "idle" } : state} />
    </div>
  );
}
