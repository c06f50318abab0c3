import { useEffect } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { languageNames, languages } from "../../core/words/i18n/i18n.ts";
import { useRead } from "../../core/query.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { Picker } from "../../patterns/forms/picker.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { Values } from "./user-form.ts";

/** Minutes are chosen in tens. */
const TIME_STEP_S = 600;

/** Name, password, and for admins what the person works on and when. */
export function GeneralTab({ form, isNew, own, onMake }: {
  form: UseFormReturn<Values, unknown, unknown>;
  isNew: boolean;
  /** The e-mail one has, where the person is oneself. */
  own?: string;
  /** Makes a password for somebody else. */
  onMake?: () => void;
}) {
  const { t } = useTranslation("users");
  const { register, control, watch, setValue, formState: { errors } } = form;
  const [email, password, profile, queueIds, allTicket, allUserChat] = watch([
    "email",
    "password",
    "profile",
    "queueIds",
    "allTicket",
    "allUserChat",
  ]);
  // Nobody who waits would be seen: said here, where it can be mended, before the colleague meets an empty list.
  const inNone = profile === "user" && !queueIds?.length && allTicket !== "enabled" && allUserChat !== "enabled";
  const guarded = own !== undefined && (password !== "" || email.trim().toLowerCase() !== own);
  const mayProfile = useCan("user-modal:editProfile");
  const mayQueues = useCan("user-modal:editQueues");
  const { data: allQueues } = useRead(queues.list, {}, { enabled: mayQueues });
  const { data: allConnections } = useRead(connections.list, {}, { enabled: mayProfile });
  // A company with one queue has nothing to choose: whoever is new works in it.
  const only = isNew && allQueues?.length === 1 ? allQueues[0]!.id : undefined;
  useEffect(() => {
    if (only !== undefined) setValue("queueIds", [only]);
  }, [only, setValue]);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("field.name")} error={fieldText(t, errors.name)} required className="sm:col-span-2">
        <Input maxLength={50} autoComplete="off" {...register("name")} />
      </Field>
      <Field label={t("field.email")} error={fieldText(t, errors.email)} required>
        <Input type="email" autoComplete="off" {...register("email")} />
      </Field>
      <Field
        label={t("field.password")}
        hint={isNew ? undefined : t("field.passwordKeep")}
        error={fieldText(t, errors.password)}
        required={isNew}
      >
        <PasswordInput autoComplete="new-password" onMake={onMake} {...register("password")} />
      </Field>
      {guarded && (
        <Field
          label={t("field.currentPassword")}
          hint={t("field.currentPasswordHint")}
          error={fieldText(t, errors.currentPassword)}
          required
          className="sm:col-span-2"
        >
          <PasswordInput autoComplete="current-password" {...register("currentPassword")} />
        </Field>
      )}
      {mayProfile && (
        <Field label={t("field.role")}>
          <Select {...register("profile")}>
            <option value="user">{t("role.user")}</option>
            <option value="admin">{t("role.admin")}</option>
          </Select>
        </Field>
      )}
      {mayProfile && (
        <Field label={t("field.connection")}>
          <Select {...register("whatsappId", { setValueAs: (value) => value ? Number(value) : null })}>
            <option value="">{t("field.connectionNone")}</option>
            {allConnections?.map((connection) => (
              <option key={connection.id} value={connection.id}>{connection.name}</option>
            ))}
          </Select>
        </Field>
      )}
      {mayQueues && (
        <Controller
          control={control}
          name="queueIds"
          render={({ field }) => (
            <Field
              label={t("field.queues")}
              className="sm:col-span-2"
              hint={inNone && <span className="font-500 text-warning">{t("field.queuesWarning")}</span>}
            >
              <Picker
                choices={allQueues ?? []}
                value={(field.value ?? []) as number[]}
                onChange={field.onChange}
                label={t("field.queues")}
                placeholder={t("field.queuesNone")}
              />
            </Field>
          )}
        />
      )}
      {mayProfile && (
        <>
          <Field label={t("field.startWork")} hint={t("field.hoursHint")} error={fieldText(t, errors.startWork)}>
            <Input type="time" step={TIME_STEP_S} {...register("startWork")} />
          </Field>
          <Field label={t("field.endWork")} error={fieldText(t, errors.endWork)}>
            <Input type="time" step={TIME_STEP_S} {...register("endWork")} />
          </Field>
        </>
      )}
      <Field label={t("field.farewell")} error={fieldText(t, errors.farewellMessage)} className="sm:col-span-2">
        <Textarea rows={3} {...register("farewellMessage")} />
      </Field>
      <Field label={t("field.theme")}>
        <Select {...register("defaultTheme")}>
          <option value="light">{t("theme.light")}</option>
          <option value="dark">{t("theme.dark")}</option>
        </Select>
      </Field>
      <Field label={t("field.menu")}>
        <Select {...register("defaultMenu")}>
          <option value="open">{t("menuState.open")}</option>
          <option value="closed">{t("menuState.closed")}</option>
        </Select>
      </Field>
      <Field label={t("field.language")}>
        <Select {...register("language")}>
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>{languageNames[language]}</option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
