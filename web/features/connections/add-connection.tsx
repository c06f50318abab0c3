import { Plus } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { compareNames } from "../../../api/contract/words/name-order.ts";
import type { PlanFlag } from "../../../api/contract/plans.ts";
import type { ChannelInfo } from "../../../api/features/connections/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { Button } from "../../ui/button.tsx";
import { ChannelBadge } from "../../patterns/channel-badge.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { MenuItem } from "../../ui/menu-panel.tsx";
import { channelName } from "../../core/channels.ts";

interface Props {
  channels: readonly ChannelInfo[];
  onChoose: (channel: ChannelInfo) => void;
}

/** The channels that can be connected; those outside of the plan say so. */
export function AddConnection({ channels, onChoose }: Props) {
  const { t } = useTranslation("connections");
  const { plan } = useMe().company;
  return (
    <DropdownMenu
      trigger={
        <Button tone="primary" disabled={channels.length === 0}>
          <Plus aria-hidden /> {t("add")}
        </Button>
      }
    >
      {[...channels].sort((a, b) => compareNames(channelName(a), channelName(b))).map((channel) => {
        const allowed = channel.plan === null || plan[channel.plan as PlanFlag];
        return (
          <MenuItem key={channel.id} disabled={!allowed} onSelect={() => onChoose(channel)}>
            <ChannelBadge channel={channel.id} className="size-5!" />
            <span className="min-w-0">
              <span className="block truncate">{channelName(channel)}</span>
              {(!allowed || channel.connect === "qrcode") && (
                <span className="block text-meta text-fg-subtle">{t(allowed ? "byQrCode" : "notInPlan")}</span>
              )}
            </span>
          </MenuItem>
        );
      })}
    </DropdownMenu>
  );
}
