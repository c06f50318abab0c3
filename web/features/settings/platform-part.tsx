import { useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { PlatformSettingKey } from "../../../api/contract/settings.ts";
import { settings } from "../../../api/features/settings/contract.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { saveBrand, useBrand } from "./brand/use-brand.ts";
import { type PlatformChoice, platformGroups } from "./platform-list.ts";
import { SaveNote } from "./save-note.tsx";
import { useSetting } from "./use-setting.ts";

const TYPED_MS = 900;
const PHONE = /^(\d{8,15})?$/;

/** Saves one value; who shows it elsewhere in this app asks anew. */
async function save(name: PlatformSettingKey, value: string): Promise<void> {
  await saveBrand(name, value);
  await refresh(settings.platformOne);
}

function SwitchChoice({ name, stored }: { name: PlatformSettingKey; stored?: string }) {
  const { t } = useTranslation("settings");
  const { value, change, state } = useSetting(stored, (data) => save(name, data));
  return (
    <div className="py-2.5">
      <Switch
        label={<span className="font-500">{t(`option.${name}.label`)}</span>}
        hint={t(`option.${name}.hint`)}
        checked={value === "enabled"}
        onChange={(e) => change(e.target.checked ? "enabled" : "disabled")}
      />
      <SaveNote state={state} />
    </div>
  );
}

/** A field that saves itself once what was typed is right. */
function FieldChoice({ choice, stored }: { choice: Exclude<PlatformChoice, { kind: "switch" }>; stored?: string }) {
  const { t } = useTranslation("settings");
  const { name } = choice;
  const clean = (typed: string) => typed.replace(/\D/g, "");
  const isRight = (typed: string) =>
    choice.kind === "phone"
      ? PHONE.test(clean(typed))
      : /^\d+$/.test(typed.trim()) && Number(typed) >= choice.min && Number(typed) <= choice.max;
  const { value, change, state } = useSetting(stored, async (data) => {
    if (isRight(data)) await save(name, choice.kind === "phone" ? clean(data) : String(Number(data)));
  }, TYPED_MS);
  const wrong = stored !== undefined && !isRight(value);
  return (
    <div className="py-2.5">
      <Field
        label={t(`option.${name}.label`)}
        hint={t(`option.${name}.hint`)}
        error={wrong ? t(`option.${name}.range`, choice.kind === "number" ? { ...choice } : {}) : undefined}
      >
        <Input
          value={value}
          inputMode={choice.kind === "phone" ? "tel" : "numeric"}
          maxLength={choice.kind === "phone" ? 25 : 6}
          onChange={(e) => change(e.target.value)}
          className={choice.kind === "phone" ? "max-w-60" : "max-w-32"}
        />
      </Field>
      <SaveNote state={wrong ? { name: "idle" } : state} />
    </div>
  );
}

function Group({ name, choices, values }: (typeof platformGroups)[number] & { values: Record<string, string> }) {
  const { t } = useTranslation("settings");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lead font-600">{t(`platform.${name}`)}</h2>
      <div className="divide-y divide-line rounded-card border border-line bg-surface px-4 py-1 sm:px-5">
        {choices.map((choice) =>
          choice.kind === "switch"
            ? <SwitchChoice key={choice.name} name={choice.name} stored={values[choice.name]} />
            : <FieldChoice key={choice.name} choice={choice} stored={values[choice.name]} />
        )}
      </div>
    </section>
  );
}

/** What the operator sets for all companies, each choice saved at once. */
export function PlatformPart() {
  const { t } = useTranslation("settings");
  const { values, error, refetch } = useBrand();
  if (!values) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="h-60 w-full max-w-200" />
      </Late>
    );
  }
  return (
    <div className="max-w-200 space-y-6">
      <p className="text-fg-muted">{t("platform.intro")}</p>
      {platformGroups.map((group) => <Group key={group.name} {...group} values={values as Record<string, string>} />)}
    </div>
  );
}
