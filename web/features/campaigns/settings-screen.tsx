import { ArrowLeft, Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { ApiError } from "../../../api/contract/client.ts";
import {
  type CampaignSettings,
  DAILY_LIMIT_MAX,
  GREATER_INTERVALS,
  initialSettings,
  LONGER_AFTER,
  MESSAGE_INTERVALS,
  VARIABLES_MAX,
} from "../../../api/contract/rules/campaign-settings.ts";
import { campaigns } from "../../../api/features/campaigns/contract.ts";
import { href } from "../../core/page/href.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { ClockInput } from "../../patterns/forms/clock-input.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Part } from "../../patterns/forms/part.tsx";
import { useHold } from "../../patterns/use-hold.ts";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";

/** The settings as the server answers them, each value as JSON. */
function valuesOf(rows: readonly { key: string; value: string }[]): CampaignSettings {
  return { ...initialSettings, ...Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])) };
}

/** /campaigns-config */
export function SettingsScreen() {
  const { t } = useTranslation("campaigns");
  const { data, error, refetch } = useRead(campaigns.settings, {}, { keep: false });
  return (
    <ListPage
      title={t("settings.title")}
      intro={t("settings.intro")}
      actions={
        <Link href={href("campaigns")} className={buttonStyle({})} aria-label={t("title")}>
          <ArrowLeft aria-hidden /> <span>{t("title")}</span>
        </Link>
      }
    >
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Late>
          <Skeleton className="h-64 w-full max-w-180" />
        </Late>
      )}
      {data && <Form initial={valuesOf(data)} />}
    </ListPage>
  );
}

function Form({ initial }: { initial: CampaignSettings }) {
  const { t } = useTranslation("campaigns");
  const [settings, setSettings] = useState(initial);
  const [problem, setProblem] = useState("");
  const dirty = JSON.stringify(settings) !== JSON.stringify(initial);
  useHold("form", dirty);
  const save = useCall(campaigns.setSettings, {
    silent: true,
    refresh: [campaigns.settings],
    onSuccess: () => toast.success(t("settings.saved")),
  });
  const set = (change: Partial<CampaignSettings>) => {
    setProblem("");
    setSettings({ ...settings, ...change });
  };
  const choose = (
    name: "messageInterval" | "longerIntervalAfter" | "greaterInterval",
    choices: readonly number[],
    unit: string,
  ) => (
    <Field label={t(`settings.${name}`)} hint={t(`settings.${name}Hint`)}>
      <Select value={settings[name]} onChange={(event) => set({ [name]: Number(event.target.value) })}>
        {choices.map((n) => <option key={n} value={n}>{n === 0 ? t("settings.zero") : t(unit, { count: n })}</option>)}
      </Select>
    </Field>
  );
  const variable = (at: number, change: Partial<CampaignSettings["variables"][number]>) =>
    set({ variables: settings.variables.map((one, place) => place === at ? { ...one, ...change } : one) });
  const explain = (error: unknown) => {
    const details = error instanceof ApiError ? error.body.details : undefined;
    if (!details) return toastError(error);
    const ofVariable = details.some(({ path }) => path.includes("variables"));
    setProblem(t(ofVariable ? "settings.variableWrong" : "settings.wrong"));
  };
  return (
    <form
      noValidate
      className="max-w-180 space-y-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { settings } }, { onError: explain });
      }}
    >
      <Part title={t("settings.when")} className="space-y-4">
        <div className="grid grid-cols-2 gap-4">
          {(["startHour", "endHour"] as const).map((name) => (
            <Field key={name} label={t(`settings.${name}`)}>
              <ClockInput value={settings[name]} onChange={(value) => set({ [name]: value })} />
            </Field>
          ))}
        </div>
        <p className="text-meta text-fg-subtle">{t("settings.hoursHint")}</p>
        <Switch
          label={t("settings.sabado")}
          checked={settings.sabado}
          onChange={(e) => set({ sabado: e.target.checked })}
        />
        <Switch
          label={t("settings.domingo")}
          checked={settings.domingo}
          onChange={(e) => set({ domingo: e.target.checked })}
        />
      </Part>
      <Part title={t("settings.pace")} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {choose("messageInterval", MESSAGE_INTERVALS, "settings.seconds")}
          {choose("longerIntervalAfter", LONGER_AFTER, "settings.messages")}
          {choose("greaterInterval", GREATER_INTERVALS, "settings.seconds")}
          <Field label={t("settings.dailyLimit")} hint={t("settings.dailyLimitHint")}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={DAILY_LIMIT_MAX}
              value={settings.dailyLimit || ""}
              onChange={(event) => set({ dailyLimit: Number(event.target.value) })}
            />
          </Field>
        </div>
      </Part>
      <Part title={t("settings.variables")} text={t("settings.variablesHint")} className="space-y-3">
        {settings.variables.map((one, at) => (
          <div key={at} className="flex items-end gap-2">
            <Field label={t("settings.key")} className="w-40 shrink-0 max-sm:w-28">
              <Input value={one.key} maxLength={40} onChange={(event) => variable(at, { key: event.target.value })} />
            </Field>
            <Field label={t("settings.value")} className="flex-1">
              <Input
                value={one.value}
                maxLength={1000}
                onChange={(event) => variable(at, { value: event.target.value })}
              />
            </Field>
            <IconButton
              icon={X}
              label={t("settings.removeVariable", { name: one.key })}
              onClick={() => set({ variables: settings.variables.filter((_, place) => place !== at) })}
            />
          </div>
        ))}
        {settings.variables.length < VARIABLES_MAX && (
          <Button
            size="small"
            onClick={() => set({ variables: [...settings.variables, { key: "", value: "" }] })}
          >
            <Plus aria-hidden /> {t("settings.addVariable")}
          </Button>
        )}
      </Part>
      {problem && <p role="alert" className="text-body text-danger">{problem}</p>}
      <Button tone="primary" type="submit" busy={save.isPending} disabled={!dirty}>{t("do.save")}</Button>
    </form>
  );
}
