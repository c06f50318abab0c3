import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type OptionType, optionTypes } from "../../../api/contract/rules/queue-form.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { Field as Labelled } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AttendantPicker, FileListPicker, IntegrationPicker } from "./target-picker.tsx";
import type { Field, Option } from "./tree.ts";

interface Props {
  option: Option;
  wrong: Partial<Record<Field, string>>;
  onChange: (patch: Partial<Option>) => void;
}

/** What ends with the option, and hands nobody over. */
const mayClose = (type: OptionType) => type === "text" || type === "file";

/** What an option says and where it leads. */
export function OptionDetails({ option, wrong, onChange }: Props) {
  const { t } = useTranslation("queues");
  const { data = [] } = useRead(queues.list);
  const { queueType: type, options } = option;
  const integrates = useMe().company.plan.useIntegrations;
  const offered = optionTypes.filter((one) => one !== "integration" || integrates || type === one);
  const text = (field: Field) => wrong[field] ? fieldText(t, { type: "server", message: wrong[field] }) : undefined;
  const leads = options.length > 0;
  const turn = (queueType: OptionType) =>
    onChange({
      queueType,
      optUserId: null,
      optQueueId: null,
      optFileId: null,
      optIntegrationId: null,
      closeTicket: mayClose(queueType) && option.closeTicket,
    });
  return (
    <div className="space-y-3">
      <Labelled
        label={t("tree.message")}
        hint={leads ? t("tree.messageAbove") : t("tree.messageHint")}
        error={text("greetingMessage")}
        required={leads}
      >
        <Textarea
          rows={3}
          maxLength={4000}
          value={option.greetingMessage}
          onChange={(e) => onChange({ greetingMessage: e.target.value })}
        />
      </Labelled>
      {leads
        ? <p className="text-meta text-fg-subtle">{t("tree.leads")}</p>
        : (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Labelled label={t("tree.then")}>
              <Select value={type} onChange={(e) => turn(e.target.value as OptionType)}>
                {offered.map((value) => <option key={value} value={value}>{t(`tree.type.${value}`)}</option>)}
              </Select>
            </Labelled>
            {type === "queue" && (
              <Labelled label={t("tree.queue")} error={text("optQueueId")} required>
                <Select
                  value={option.optQueueId ?? ""}
                  onChange={(e) => onChange({ optQueueId: e.target.value ? Number(e.target.value) : null })}
                >
                  <option value="">{t("tree.queueNone")}</option>
                  {data.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
                </Select>
              </Labelled>
            )}
            {type === "file" && (
              <FileListPicker
                value={option.optFileId}
                onChange={(optFileId) => onChange({ optFileId })}
                error={text("optFileId")}
              />
            )}
            {type === "integration" && (
              <IntegrationPicker
                value={option.optIntegrationId}
                onChange={(optIntegrationId) => onChange({ optIntegrationId })}
                error={text("optIntegrationId")}
              />
            )}
            {type === "attendent" && (
              <AttendantPicker
                value={option.optUserId}
                onChange={(optUserId) => onChange({ optUserId })}
                error={text("optUserId")}
              />
            )}
          </div>
        )}
      {!leads && mayClose(type) && (
        <Switch
          label={t("tree.close")}
          hint={t("tree.closeHint")}
          checked={option.closeTicket}
          onChange={(e) => onChange({ closeTicket: e.target.checked })}
        />
      )}
    </div>
  );
}
