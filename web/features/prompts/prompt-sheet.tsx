import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { MAX_PROMPT, type Prompt, PromptForm, prompts, voices } from "../../../api/features/prompts/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";
import { ModelFields } from "./model-fields.tsx";
import { Trial } from "./trial.tsx";

interface Props {
  /** The prompt to change; none makes a new one. */
  record?: Prompt;
  onClose: () => void;
}
export type Values = z.input<typeof PromptForm>;
type Body = z.output<typeof PromptForm>;
const number = { setValueAs: (value: unknown) => value === "" || value === null ? undefined : Number(value) };
/** `pt-BR-FranciscaNeural` is Francisca, `openai-nova` OpenAI: nova. */
const voiceName = (voice: string) => /^pt-BR-(\w+)Neural$/.exec(voice)?.[1] ?? voice.replace(/^openai-/, "OpenAI: ");

/** Creates or changes a prompt, and asks the model something before it is saved. */
export function PromptSheet({ record, onClose }: Props) {
  const { t } = useTranslation("prompts");
  const { data: all = [] } = useRead(queues.list);
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(PromptForm),
    defaultValues: {
      name: record?.name ?? "",
      prompt: record?.prompt ?? "",
      queueId: (record?.queueId ?? "") as Values["queueId"],
      model: record?.model ?? "gpt-4o-mini",
      baseUrl: record?.baseUrl ?? "",
      maxTokens: record?.maxTokens ?? 100,
      temperature: record?.temperature ?? 1,
      maxMessages: record?.maxMessages ?? 10,
      voice: (record?.voice ?? "text") as Values["voice"],
      voiceRegion: record?.voiceRegion ?? "",
      transcriptionModel: record?.transcriptionModel ?? "whisper-1",
      helpsPeople: record?.helpsPeople ?? false,
      knowsQuickMessages: record?.knowsQuickMessages ?? false,
      knowsFileLists: record?.knowsFileLists ?? false,
      priceIn: record?.priceIn ?? "",
      priceOut: record?.priceOut ?? "",
      apiKey: "",
      voiceKey: "",
    },
  });
  const { register, watch, formState: { errors, isDirty } } = form;
  const speaks = watch("voice")?.startsWith("pt-BR-");
  const options = {
    silent: true as const,
    refresh: [prompts.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error)),
  };
  const create = useCall(prompts.create, options);
  const update = useCall(prompts.update, options);
  const save = (body: Body) => {
    if (record) update.mutate({ params: { id: record.id }, body });
    else create.mutate({ body });
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={100} autoFocus {...register("name")} />
      </Field>
      <Field label={t("prompt")} hint={t("promptHint")} error={fieldText(t, errors.prompt)}>
        <Textarea rows={8} maxLength={MAX_PROMPT} {...register("prompt")} />
      </Field>
      <fieldset className="space-y-1">
        <legend className="text-meta font-500">{t("material")}</legend>
        <p className="text-meta text-fg-subtle">{t("materialHint")}</p>
        <Switch label={t("knowsQuickMessages")} {...register("knowsQuickMessages")} />
        <Switch label={t("knowsFileLists")} {...register("knowsFileLists")} />
      </fieldset>
      <Field label={t("queue")} hint={t("queueHint")} error={errors.queueId && t("queueNeeded")} required>
        <Select {...register("queueId")}>
          <option value="">{t("queueNone")}</option>
          {all.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </Select>
      </Field>
      <ModelFields form={form as never} id={record?.id} hasKey={record?.hasKey ?? false} />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field label={t("maxTokens")} error={fieldText(t, errors.maxTokens)}>
          <Input type="number" min={16} max={4096} inputMode="numeric" {...register("maxTokens", number)} />
        </Field>
        <Field label={t("temperature")} error={fieldText(t, errors.temperature)}>
          <Input type="number" min={0} max={2} step={0.1} inputMode="decimal" {...register("temperature", number)} />
        </Field>
        <Field label={t("maxMessages")} error={fieldText(t, errors.maxMessages)}>
          <Input type="number" min={1} max={50} inputMode="numeric" {...register("maxMessages", number)} />
        </Field>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label={t("priceIn")} hint={t("priceHint")} error={fieldText(t, errors.priceIn)}>
          <Input maxLength={11} inputMode="decimal" placeholder="0.15" {...register("priceIn")} />
        </Field>
        <Field label={t("priceOut")} error={fieldText(t, errors.priceOut)}>
          <Input maxLength={11} inputMode="decimal" placeholder="0.60" {...register("priceOut")} />
        </Field>
      </div>
      <Field label={t("transcription")} hint={t("transcriptionHint")} error={fieldText(t, errors.transcriptionModel)}>
        <Input maxLength={100} spellCheck={false} placeholder="whisper-1" {...register("transcriptionModel")} />
      </Field>
      <Field label={t("voice")} hint={t("voiceHint")} error={fieldText(t, errors.voice)}>
        <Select {...register("voice")}>
          {voices.map((one) => <option key={one} value={one}>{one === "text" ? t("voiceText") : voiceName(one)}
          </option>)}
        </Select>
      </Field>
      {speaks && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field
            label={t("voiceKey")}
            hint={record?.hasVoiceKey ? t("keySet") : undefined}
            error={fieldText(t, errors.voiceKey)}
          >
            <Input maxLength={500} spellCheck={false} autoComplete="off" {...register("voiceKey")} />
          </Field>
          <Field label={t("voiceRegion")} hint="brazilsouth" error={fieldText(t, errors.voiceRegion)}>
            <Input maxLength={40} spellCheck={false} {...register("voiceRegion")} />
          </Field>
        </div>
      )}
      <Switch label={t("helpsPeople")} hint={t("helpsPeopleHint")} {...register("helpsPeople")} />
      <Trial id={record?.id} values={() => form.getValues()} />
    </FormSheet>
  );
}
