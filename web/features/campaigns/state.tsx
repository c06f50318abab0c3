import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Campaign, CampaignState } from "../../../api/features/campaigns/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { Badge } from "../../ui/badge.tsx";

const tones = {
  INATIVA: "neutral",
  PROGRAMADA: "info",
  EM_ANDAMENTO: "primary",
  CANCELADA: "warning",
  FINALIZADA: "success",
} as const satisfies Record<CampaignState, string>;

/** The state of a campaign in a word, and why nothing goes although it runs. */
export function State({ campaign: { status, pausedReason } }: { campaign: Pick<Campaign, "status" | "pausedReason"> }) {
  const { t } = useTranslation("campaigns");
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      {pausedReason && <Badge tone="warning">{t(`pause.${pausedReason}`)}</Badge>}
    </span>
  );
}

/** A campaign that begins sooner than this is no longer changed, ms. */
const SETTLED_MS = 3_600_000;
/** Whether it may be changed, as the server has it (docs/product/campaigns.md#states). */
export function mayChange({ status, scheduledAt }: Pick<Campaign, "status" | "scheduledAt">): boolean {
  if (status === "INATIVA" || status === "CANCELADA") return true;
  return status === "PROGRAMADA" && scheduledAt !== null && Date.parse(scheduledAt) - serverNow() > SETTLED_MS;
}
