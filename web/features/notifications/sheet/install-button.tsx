import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";

/** Leads to the steps that put the app on the home screen. */
export function InstallButton({ onInstall }: { onInstall: () => void }) {
  const { t } = useTranslation("notifications");
  return <Button size="small" tone="primary" onClick={onInstall}>{t("device.installDo")}</Button>;
}
