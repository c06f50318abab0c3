import { Check } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Invoice } from "../../../api/features/invoices/contract.ts";
import { Badge } from "../../ui/badge.tsx";

const tones = { Pendente: "warning", Pago: "success", Cancelado: "neutral", Devolvido: "danger" } as const;

/** What became of an invoice, in a word. */
export function InvoiceStatus({ status }: { status: Invoice["status"] }) {
  const { t } = useTranslation("billing");
  return (
    <Badge tone={tones[status]}>
      {status === "Pago" && <Check aria-hidden />}
      {t(`status.${status}`)}
    </Badge>
  );
}
