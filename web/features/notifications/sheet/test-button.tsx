import { BellRing } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { notifications } from "../../../../api/features/notifications/contract.ts";
import { errorText } from "../../../core/words/i18n/i18n.ts";
import { useCall } from "../../../core/query.ts";
import { Button } from "../../../ui/button.tsx";

/** Rings everywhere once, and says what came of it. */
export function TestButton() {
  const { t } = useTranslation("notifications");
  const [result, setResult] = useState<{ words: string; good: boolean } | null>(null);
  const test = useCall(notifications.test, {
    silent: true,
    refresh: [notifications.devices],
    onSuccess: ({ reached, failed }) => {
      const words = [
        reached > 0 && t("test.reached", { count: reached }),
        failed > 0 && t("test.failed", { count: failed }),
        reached + failed === 0 && t("test.nobody"),
      ].filter(Boolean).join(" ");
      setResult({ words, good: reached > 0 && failed === 0 });
    },
    onError: (error) => setResult({ words: errorText(error), good: false }),
  });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button busy={test.isPending} onClick={() => test.mutate({})}>
        {!test.isPending && <BellRing aria-hidden />} {t("test.do")}
      </Button>
      <p role="status" className={result ? result.good ? "text-success" : "text-warning" : "sr-only"}>
        {result?.words}
      </p>
    </div>
  );
}
