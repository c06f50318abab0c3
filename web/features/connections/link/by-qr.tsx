import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { LinkSteps } from "./link-steps.tsx";

function Waiting() {
  const { t } = useTranslation("connections");
  return (
    <p role="status" className="flex items-center gap-2 text-fg-muted">
      <Spinner /> {t("qr.waiting")}
    </p>
  );
}
const QrCode = onDemand(() => import("../../../patterns/qr-code.tsx").then((module) => module.QrCode), <Waiting />);

interface Props {
  /** The text of the code; empty while it is made. */
  code: string;
  name: string;
  /** Why there is no code any more, in words. */
  why?: string;
  busy: boolean;
  onRenew: () => void;
}

/** The code to scan, with the way to it on the phone. */
export function LinkByQr({ code, name, why, busy, onRenew }: Props) {
  const { t } = useTranslation("connections");
  return (
    <div className="space-y-4 py-4">
      <div className="grid aspect-square w-72 max-w-full place-items-center justify-self-center rounded-card border border-line mx-auto">
        {code
          ? <QrCode text={code} label={t("qr.alt", { name })} />
          : why === undefined
          ? <Waiting />
          : (
            <div className="space-y-3 p-4 text-center">
              <p role="status" className="text-fg-muted">{why}</p>
              <Button tone="primary" busy={busy} onClick={onRenew}>{t("session.newQr")}</Button>
            </div>
          )}
      </div>
      <LinkSteps last={t("linking.stepScan")} />
    </div>
  );
}
