import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { settings } from "../../../api/features/settings/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { saveSetting } from "./company-setting.ts";
import { DevicePicture, NoticePicture } from "./device-pictures.tsx";
import { SaveNote } from "./save-note.tsx";
import { useSetting } from "./use-setting.ts";

interface Props {
  name: "deviceStorage" | "pushText";
  stored: string | undefined;
  picture: (on: boolean) => ReactNode;
}

/** One decision: what it is, what it means as it stands, and a picture of that. */
function Decision({ name, stored, picture }: Props) {
  const { t } = useTranslation("settings");
  const { value, change, state } = useSetting(stored, (data) => saveSetting(name, data));
  const on = value === "enabled";
  return (
    <section className="grid gap-5 rounded-card border border-line bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_220px] sm:p-5">
      <div className="min-w-0">
        <Switch
          checked={on}
          onChange={(e) => change(e.target.checked ? "enabled" : "disabled")}
          label={<span className="font-600">{t(`decide.${name}.label`)}</span>}
        />
        <p className="mt-1 text-fg-muted">{t(`decide.${name}.what`)}</p>
        <p className="mt-3 border-l-2 border-primary pl-3">{t(`decide.${name}.${on ? "on" : "off"}`)}</p>
        <div className="mt-2">
          <SaveNote state={state} />
        </div>
      </div>
      <div className="max-sm:mx-auto max-sm:w-55">{picture(on)}</div>
    </section>
  );
}

/** What stays on phones and computers, and what a locked screen shows. */
export function DevicesPart() {
  const { t } = useTranslation("settings");
  const { companyId } = useMe();
  const { data, error, refetch } = useRead(settings.company, { params: { companyId } });
  if (!data) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="mb-4 h-44 w-full max-w-200" />
        <Skeleton className="h-44 w-full max-w-200" />
      </Late>
    );
  }
  return (
    <div className="max-w-200 space-y-4">
      <p className="text-fg-muted">{t("devices.intro")}</p>
      <Decision name="pushText" stored={data.pushText} picture={(on) => <NoticePicture text={on} />} />
      <Decision name="deviceStorage" stored={data.deviceStorage} picture={(on) => <DevicePicture kept={on} />} />
    </div>
  );
}
