import { type Control, Controller } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Switch } from "../../ui/switch.tsx";
import type { Values } from "./user-form.ts";

const inbox = ["allTicket", "allHistoric", "allUserChat", "userClosePendingTicket"] as const;
const screens = ["showDashboard", "allowRealTime", "allowConnections"] as const;
type Toggle = typeof inbox[number] | typeof screens[number];

interface Props {
  control: Control<Values, unknown, unknown>;
  /** Admins may do everything; their switches say so. */
  admin: boolean;
}

/** What a plain user may see and do beyond their own queues. */
export function PermissionsTab({ control, admin }: Props) {
  const { t } = useTranslation("users");
  const toggle = (name: Toggle) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label={t(`perm.${name}`)}
          checked={field.value?.startsWith("enable") ?? false}
          onChange={(e) => field.onChange(e.target.checked ? "enabled" : "disabled")}
          onBlur={field.onBlur}
          ref={field.ref}
        />
      )}
    />
  );
  return (
    <div className="space-y-5">
      {admin && <p className="rounded-control bg-info-soft px-3 py-2 text-body text-info">{t("perm.adminHint")}</p>}
      <fieldset className="space-y-1">
        <legend className="mb-1 text-meta font-500 text-fg-subtle">{t("perm.inbox")}</legend>
        {inbox.map(toggle)}
        <Controller
          control={control}
          name="allowGroup"
          render={({ field: { value, ...field } }) => (
            <Switch label={t("perm.allowGroup")} checked={value ?? false} {...field} />
          )}
        />
      </fieldset>
      <fieldset className="space-y-1 border-t border-line pt-4">
        <legend className="float-left mb-1 w-full text-meta font-500 text-fg-subtle">{t("perm.screens")}</legend>
        <div className="clear-both space-y-1">{screens.map(toggle)}</div>
      </fieldset>
    </div>
  );
}
