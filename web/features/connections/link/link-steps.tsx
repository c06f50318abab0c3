import { useTranslation } from "../../../core/words/i18n/use-translation.ts";

/** Where on the phone a device is linked; `last` is what differs between the ways. */
export function LinkSteps({ last }: { last: string }) {
  const { t } = useTranslation("connections");
  return (
    <ol className="list-decimal space-y-1 pl-5 text-fg-muted marker:text-fg-subtle marker:tabular-nums">
      <li>{t("linking.stepOpen")}</li>
      <li>{t("linking.stepDevices")}</li>
      <li>{last}</li>
    </ol>
  );
}
