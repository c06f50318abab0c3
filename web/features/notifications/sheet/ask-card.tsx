import { getDefaultStore, useAtomValue } from "jotai";
import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { useMe } from "../../../core/who/me.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { writeChoice } from "../choice.ts";
import { useDeviceSwitch } from "./device-switch.tsx";
import { InstallButton } from "./install-button.tsx";
import { facts, obstacle } from "../platform.ts";
import { deviceStateAtom } from "../this-device.ts";

const REST_MS = 14 * 24 * 3600_000;

interface Props {
  onDone: () => void;
  /** Opens the steps of installing. */
  onInstall: () => void;
}

/** Asks once, quietly, whether this device may ring. The browser's own question comes only after a yes. */
export function AskCard({ onDone, onInstall }: Props) {
  const { t } = useTranslation("notifications");
  const me = useMe();
  const { busy, change } = useDeviceSwitch();
  const [install] = useState(() => obstacle(facts()) === "install");
  const state = useAtomValue(deviceStateAtom);
  // Turned on in the sheet meanwhile: nothing is left to ask.
  useEffect(() => {
    if (state === "on") onDone();
  }, [state]);
  const rest = () => {
    writeChoice(me, { restUntil: Date.now() + REST_MS });
    onDone();
  };
  const yes = async () => {
    await change(true);
    const now = getDefaultStore().get(deviceStateAtom);
    if (now === "on") toast.success(t("ask.done"));
    else if (now === "denied") {
      toast.info(t("ask.denied"), { time: 8000 });
      onDone();
    }
  };
  return (
    <aside
      aria-label={t("title")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-primary-soft px-4 py-3 animate-fade"
    >
      <Bell aria-hidden className="size-5 shrink-0 text-primary-fg" />
      <p className="min-w-40 flex-1">{t(install ? "ask.install" : "ask.question")}</p>
      <span className="flex gap-2 max-sm:w-full max-sm:justify-end">
        <Button size="small" onClick={rest}>{t("ask.later")}</Button>
        {install && (
          <InstallButton
            onInstall={() => {
              rest();
              onInstall();
            }}
          />
        )}
        {!install && <Button size="small" tone="primary" busy={busy} onClick={() => void yes()}>{t("ask.yes")}</Button>}
      </span>
    </aside>
  );
}
