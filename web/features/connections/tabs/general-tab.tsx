import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { useRead } from "../../../core/query.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { Picker } from "../../../patterns/forms/picker.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { ChannelFields } from "../channel/fields.tsx";
import type { Setting } from "../channel/schema.ts";
import { channelWord } from "../../../core/channels.ts";
import { ConnectionLinks } from "./connection-links.tsx";
import { RiskNotice } from "./risk-notice.tsx";
import type { Values } from "../editor/connection-form.ts";
import { TokenField } from "../editor/token-field.tsx";
import type { FullConnection } from "../full-connection.ts";

interface Props {
  form: UseFormReturn<Values, unknown, unknown>;
  channel: ChannelInfo;
  connection?: FullConnection;
  fields: readonly Setting[];
  settings: Record<string, unknown>;
  onSettings: (settings: Record<string, unknown>) => void;
  missing: Record<string, string>;
}

/** Name, queues, the channel's own settings, addresses and token. */
export function GeneralTab({ form, channel, connection, fields, settings, onSettings, missing }: Props) {
  const { t } = useTranslation("connections");
  const { register, control, formState: { errors } } = form;
  const { data } = useRead(queues.list);
  const risk = channelWord(channel, "risk");
  return (
    <>
      {connection && <ConnectionLinks links={connection.links} />}
      {!connection && risk && <RiskNotice text={risk} />}
      <Field label={t("field.name")} hint={t("field.nameHint")} error={fieldText(t, errors.name)} required>
        <Input maxLength={50} autoFocus={!connection} {...register("name")} />
      </Field>
      <Controller
        control={control}
        name="queueIds"
        render={({ field }) => (
          <Field label={t("field.queues")} hint={t("field.queuesHint")}>
            <Picker
              choices={data ?? []}
              value={(field.value ?? []) as number[]}
              onChange={field.onChange}
              label={t("field.queues")}
              placeholder={t("field.queuesNone")}
            />
          </Field>
        )}
      />
      <ChannelFields
        channel={channel}
        settings={fields}
        values={settings}
        onChange={onSettings}
        errors={missing}
        stored={connection !== undefined}
      />
      <div className="space-y-1 border-t border-line pt-3">
        <Switch label={t("field.default")} hint={t("field.defaultHint")} {...register("isDefault")} />
        {channel.abilities.groups && (
          <>
            <Switch label={t("field.allowGroup")} {...register("allowGroup")} />
            <Controller
              control={control}
              name="groupAsTicket"
              render={({ field }) => (
                <Switch
                  label={t("field.groupAsTicket")}
                  checked={field.value === "enabled"}
                  onChange={(e) => field.onChange(e.target.checked ? "enabled" : "disabled")}
                />
              )}
            />
          </>
        )}
      </div>
      <div className="border-t border-line pt-4">
        <Controller
          control={control}
          name="token"
          render={({ field }) => (
            <TokenField value={field.value ?? ""} onChange={field.onChange} error={fieldText(t, errors.token)} />
          )}
        />
      </div>
    </>
  );
}
