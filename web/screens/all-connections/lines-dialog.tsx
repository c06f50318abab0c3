import { useTranslation } from "react-i18next";
import { type CompanyLines, type Line, overview } from "../../../api/features/overview/contract.ts";
import { useChannel } from "../../core/channels.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { ConnectionStatus } from "../../features/connections/connection-status.tsx";
import { useFresh } from "../../features/overview/use-fresh.ts";
import { ChannelBadge, ChannelName } from "../../patterns/channel-badge.tsx";
import { confirm } from "../../patterns/confirm.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

function Row({ line, onChange }: { line: Line; onChange: () => void }) {
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

interface Props {
  company: CompanyLines;
  /** The operator restarted or disconnected one. */
  onChange: () => void;
  onClose: () => void;
}
/** The connections of one company: how they are, to restart and to disconnect. */
export function LinesDialog({ company, onChange, onClose }: Props) {
  const { t } = useTranslation("overview");
  const list = useRead(overview.all, { query: { companyId: company.id } }, { keep: false });
  useFresh(list.refetch);
  const changed = () => {
    void list.refetch();
    onChange();
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("of", { name: company.name })} closeLabel={t("do.close")}>
      {list.data
        ? list.data.length === 0 ? <p className="text-fg-muted">{t("none")}</p> : (
          <ul className="divide-y divide-line">
            {list.data.map((line) => <Row key={line.id} line={line} onChange={changed} />)}
          </ul>
        )
        : list.error
        ? <Failed error={list.error} onRetry={() => void list.refetch()} />
        : (
          <Late>
            <div role="status" aria-label={t("state.loading")} className="space-y-3">
              <Skeleton className="h-28 w-full" />
              <Skeleton className="h-28 w-full" />
            </div>
          </Late>
        )}
    </Sheet>
  );
}
