import { LifeBuoy } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { settings } from "../../../api/features/settings/contract.ts";
import { useRead } from "../../core/query.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";

/** Opens a chat with the platform's support at WhatsApp, where the operator has named a number. */
export function CallSupport() {
  const { t } = useTranslation("connections");
  const { data } = useRead(settings.platformOne, { params: { key: "supportNumber" } });
  if (!data?.value) return null;
  return (
    <a
      href={`https://wa.me/${data.value}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("support")}
      className={cn(buttonStyle({}), "max-sm:order-last max-sm:min-w-11 max-sm:flex-none!")}
    >
      <LifeBuoy aria-hidden /> <span className="max-sm:hidden">{t("support")}</span>
    </a>
  );
}
