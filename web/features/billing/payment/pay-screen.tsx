import { ExternalLink } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { useNow } from "../../../core/page/use-now.ts";
import { formatMoment, formatMoney } from "../../../core/words/format.ts";
import { CopyButton } from "../../../patterns/copy-button.tsx";
import { QrCode } from "../../../patterns/qr-code.tsx";
import { usePhone } from "../../../patterns/use-phone.ts";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

const LOOK_MS = 1_000;

export interface Charge {
  /** The text of the Pix code; empty where the provider has none. */
  code: string;
  /** BRL. */
  amount: number;
  expiresAt: string | null;
  /** The provider's page; empty where it has none. */
  link: string;
  /** How to pay, in the operator's own words; empty where a provider takes the payment. */
  instructions: string;
}
interface Props {
  charge: Charge;
  renewing: boolean;
  onRenew: () => void;
}

/** What remains to be done: the code to copy or to scan, the provider's page, or the operator's words. */
export function PayScreen({ charge, renewing, onRenew }: Props) {
  const { t } = useTranslation("billing");
  const phone = usePhone();
  const now = useNow(LOOK_MS);
  const { code, amount, expiresAt, link, instructions } = charge;
  const over = expiresAt !== null && new Date(expiresAt).getTime() <= now;
  if (over) {
    return (
      <div role="status" className="space-y-4 py-8 text-center">
        <p className="text-body">{t("pix.over")}</p>
        <Button tone="primary" busy={renewing} onClick={onRenew}>{t("pix.renew")}</Button>
      </div>
    );
  }
  const qr = code && <QrCode text={code} label={t("pix.alt")} />;
  return (
    <div className="flex flex-col items-center gap-4 pb-2 text-center">
      <p>
        <span className="block text-meta text-fg-muted">{t("pix.amount")}</span>
        <span className="text-title font-600 tabular-nums">{formatMoney(amount)}</span>
      </p>
      {!phone && qr}
      {code && (
        <>
          <CopyButton
            text={code}
            label={t("pix.copy")}
            tone="primary"
            size="wide"
            className="max-sm:h-14 max-sm:text-lead sm:max-w-72"
          />
          <p className="max-h-16 w-full overflow-y-auto rounded-control bg-hover px-3 py-2 text-left font-mono text-meta text-fg-muted break-all select-all sm:max-w-72">
            {code}
          </p>
        </>
      )}
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle({ tone: code ? "plain" : "primary", size: "wide", className: "sm:max-w-72" })}
        >
          <ExternalLink aria-hidden /> {t("pix.page")}
        </a>
      )}
      {instructions && (
        <div className="w-full space-y-3 text-left">
          <p dir="auto" className="rounded-card bg-hover p-3 text-body whitespace-pre-wrap wrap-anywhere">
            {instructions}
          </p>
          <CopyButton text={instructions} size="normal" />
        </div>
      )}
      {!code && !link && !instructions && <p className="text-body">{t("pix.byHand")}</p>}
      {phone && qr && (
        <details className="w-full">
          <summary className="flex h-control cursor-pointer items-center justify-center text-meta text-fg-muted">
            {t("pix.other")}
          </summary>
          <div className="grid place-items-center pt-2">{qr}</div>
        </details>
      )}
      {expiresAt && <p className="text-meta text-fg-muted">{t("pix.until", { date: formatMoment(expiresAt) })}</p>}
      <p role="status" className="flex items-center gap-2 text-meta text-fg-muted">
        <Spinner /> {t(code || link ? "pix.waiting" : "pix.waitingHand")}
      </p>
    </div>
  );
}
