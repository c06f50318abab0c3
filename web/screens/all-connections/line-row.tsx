import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Line, overview } from "../../../api/features/overview/contract.ts";
import { useChannel } from "../../core/channels.ts";
import { useCall } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { ConnectionStatus } from "../../features/connections/connection-status.tsx";
import { ChannelBadge, ChannelName } from "../../patterns/channel-badge.tsx";
import { confirm } from "../../patterns/confirm.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

/** A connection of some company: how it is, to restart and to disconnect. */
export function LineRow({ line, onChange }: { line: Line; onChange: () => void }) {
  const { t } = useTranslation("overview");
  const channel = useChannel(line.channel);
  const params = { id: line.id };
  const restart = useCall(overview.restart, {
    onSuccess: () => {
      toast.info(t("restarted", { name: line.name }));
      onChange();
    },
  });
  const disconnect = useCall(overview.disconnect, {
    onSuccess: () => {
      toast.info(t("disconnectedNow", { name: line.name }));
      onChange();
    },
  });
  const ask = async () => {
    const sure = await confirm({
      title: t("disconnectTitle", { name: line.name }),
      text: t("disconnectText", { company: line.company.name }),
      action: t("disconnect"),
      danger: true,
    });
    if (sure) disconnect.mutate({ params });
  };
  return (
    <li className="flex gap-2.5 py-3">
      <ChannelBadge channel={line.channel} className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1 space-y-1.5">
        <div>
          <p className="flex flex-wrap items-center gap-2 font-500">
            <span dir="auto" className="min-w-0 wrap-anywhere">{line.name}</span>
            {line.isDefault && <Badge>{t("connections:col.default")}</Badge>}
          </p>
          <p className="text-meta text-fg-muted tabular-nums wrap-anywhere">
            <ChannelName channel={line.channel} />
            {line.number && ` · ${phoneNumber(line.number)}`}
          </p>
        </div>
        <ConnectionStatus connection={line} channel={channel} />
        <p className="text-meta text-fg-subtle">{t("updated", { when: formatMoment(line.updatedAt) })}</p>
        <div className="flex flex-wrap gap-1.5">
          <Button size="small" busy={restart.isPending} onClick={() => restart.mutate({ params })}>
            {t("restart")}
          </Button>
          {line.status !== "DISCONNECTED" && (
            <Button
              size="small"
              busy={disconnect.isPending}
              onClick={() => void ask()}
            >
              {t("disconnect")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
