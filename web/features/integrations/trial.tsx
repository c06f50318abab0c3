import { FlaskConical } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { integrations } from "../../../api/features/integrations/contract.ts";
import { useCall } from "../../core/query.ts";
import { Button } from "../../ui/button.tsx";
import type { Values } from "./integration-sheet.tsx";

interface Props {
  /** Of a stored integration: its secrets are used where none are typed. */
  id?: number;
  values: () => Values;
}

/** Says "oi" to the service with what is typed, and shows what came of it. */
export function Trial({ id, values }: Props) {
  const { t } = useTranslation("integrations");
  const test = useCall(integrations.test);
  const result = test.data;
  return (
    <section aria-label={t("test")} className="space-y-2 border-t border-line pt-4">
      <Button
        busy={test.isPending}
        onClick={() => test.mutate({ body: { ...values(), ...id !== undefined && { id } } })}
      >
        <FlaskConical aria-hidden /> {t("test")}
      </Button>
      <p className="text-meta text-fg-subtle">{t("testHint")}</p>
      <div role="status" ref={(shown) => result && shown?.scrollIntoView({ block: "nearest" })}>
        {result?.ok && (
          <div className="rounded-control bg-success-soft px-3 py-2">
            <p className="font-500 text-success">{t("testOk", { ms: result.ms })}</p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">{result.answer || t("testSilent")}</p>
          </div>
        )}
        {result && !result.ok && (
          <div className="rounded-control bg-danger-soft px-3 py-2">
            <p className="font-500 text-danger">{t(`reason.${result.reason}`)}</p>
            {result.detail && <p className="text-meta wrap-anywhere">{result.detail}</p>}
          </div>
        )}
      </div>
    </section>
  );
}
