import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { invoices } from "../../../../api/features/invoices/contract.ts";
import type { GatewayState } from "../../../../api/contract/rules/gateways.ts";
import { useRead } from "../../../core/query.ts";
import { Failed } from "../../../patterns/lists/empty.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { GatewaySheet } from "./gateway-sheet.tsx";

/** How companies can pay: one way is in use, the others wait with their settings. */
export function Gateways() {
  const { t } = useTranslation("billing");
  const { data, error, refetch } = useRead(invoices.gateways, {}, { keep: false });
  const [edited, setEdited] = useState<GatewayState["kind"]>();
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label={t("state.loading")}>
        <Late>
          <Skeleton className="h-64" />
        </Late>
      </div>
    );
  }
  // Without one in use, companies pay by hand.
  const inUse = data.gateways.find(({ active }) => active)?.kind ?? "manual";
  const chosen = data.gateways.find(({ kind }) => kind === edited);
  return (
    <>
      <p className="pb-3 text-body text-fg-muted">{t("gateway.intro")}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.gateways.map((gateway) => (
          <li key={gateway.kind} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="text-lead font-600">{t(`gateway.${gateway.kind}`)}</h2>
              {gateway.kind === inUse && <Badge tone="success">{t("gateway.inUse")}</Badge>}
              {gateway.kind !== inUse && gateway.ready && <Badge>{t("gateway.ready")}</Badge>}
            </div>
            <p className="flex-1 text-body text-fg-muted">{t(`gateway.${gateway.kind}Hint`)}</p>
            <div>
              <Button
                aria-label={`${t("do.edit")}: ${t(`gateway.${gateway.kind}`)}`}
                onClick={() =>
                  setEdited(gateway.kind)}
              >
                <Pencil aria-hidden /> {t("do.edit")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && (
        <GatewaySheet
          key={chosen.kind}
          gateway={chosen}
          inUse={chosen.kind === inUse}
          callback={chosen.kind === "manual" ? "" : data.callbacks[chosen.kind]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
