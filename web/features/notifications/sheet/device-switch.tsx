import { useAtomValue } from "jotai";
import { BellOff, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { notifications } from "../../../../api/features/notifications/contract.ts";
import { useMe } from "../../../core/who/me.ts";
import { toastError } from "../../../core/query.ts";
import { refresh } from "../../../core/answers/query-client.ts";
import { toast } from "../../../ui/toast.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { ApiError } from "../../../core/who/api.ts";
import { InstallButton } from "./install-button.tsx";
import { browserKind, facts } from "../platform.ts";
import { deviceStateAtom, lookAgain, turnOff, turnOn } from "../this-device.ts";

/** Turns ringing on and off here, with what to say when it does not work. */
export function useDeviceSwitch() {
  const { t } = useTranslation("notifications");
  const me = useMe();
  /** What was asked for while it is on its way; null when nothing is. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (on: boolean) => {
    setWanted(on);
    try {
      if (on) await turnOn(me);
      else await turnOff(me);
    } catch (error) {
      if (error instanceof ApiError) toastError(error);
      else toast.error(t("device.noService"));
    } finally {
      lookAgain(me);
      setWanted(null);
      void refresh(notifications.devices);
    }
  };
  return { wanted, busy: wanted !== null, change };
}

function Explained({ words, children }: { words: string; children?: React.ReactNode }) {
  return (
    <div className="flex gap-3 rounded-card bg-bg p-3">
      <BellOff aria-hidden className="mt-0.5 size-5 shrink-0 text-fg-muted" />
      <div className="min-w-0 space-y-2">
        <p>{words}</p>
        {children}
      </div>
    </div>
  );
}

/** Whether this device rings; where it cannot, why, and what to do about it. */
export function DeviceSwitch({ onInstall }: { onInstall: () => void }) {
  const { t } = useTranslation("notifications");
  const me = useMe();
  const state = useAtomValue(deviceStateAtom);
  const { wanted, busy, change } = useDeviceSwitch();
  useEffect(() => {
    const look = () => lookAgain(me);
    look();
    // Back from the browser's settings.
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, [me]);
  if (state === "install") {
    return (
      <Explained words={t("device.install")}>
        <InstallButton onInstall={onInstall} />
      </Explained>
    );
  }
  if (state === "denied") return <Explained words={t(`denied.${browserKind(facts())}`, { site: location.host })} />;
  if (state === "insecure" || state === "unsupported") return <Explained words={t(`device.${state}`)} />;
  return (
    <Switch
      label={
        <span className="flex items-center gap-2 font-500">
          <Smartphone aria-hidden className="size-5 shrink-0 text-fg-muted" /> {t("device.this")}
        </span>
      }
      hint={t(state === "on" ? "device.onHint" : "device.offHint")}
      checked={wanted ?? state === "on"}
      disabled={busy}
      onChange={(e) => void change(e.target.checked)}
    />
  );
}
