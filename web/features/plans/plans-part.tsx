import { Package, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { planFlags } from "../../../api/contract/plans.ts";
import { type PlanInUse, plans } from "../../../api/features/plans/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoney, formatNumber } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { PlanSheet } from "./plan-sheet.tsx";

/** The plans, as a tab of the settings. */
export function PlansPart() {
  const { t } = useTranslation("plans");
  const { data, isLoading, error, refetch } = useRead(plans.listAll, {}, { keep: false });
  const [edited, setEdited] = useState<PlanInUse | "new" | null>(null);
  const remove = useCall(plans.remove, { refresh: [plans.listAll] });
  const records = data ?? [];
  const ask = async (plan: PlanInUse) => {
    if (plan.companies > 0) return toast.info(t("inUse", { count: plan.companies, name: plan.name }));
    const title = t("confirm.deleteTitle", { name: plan.name });
    if (!await confirm({ title, action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: plan.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: plan.name })),
    });
  };
  const number = (value: number) => <span className="tabular-nums">{formatNumber(value)}</span>;
  const columns: Column<PlanInUse>[] = [
    {
      head: t("name"),
      cell: (plan) => (
        <button
          type="button"
          onClick={() => setEdited(plan)}
          className="line-clamp-2 max-w-full rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
        >
          <span dir="auto">{plan.name}</span>
        </button>
      ),
      className: "min-w-40",
    },
    {
      head: t("amount"),
      cell: ({ amount }) => <span className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>,
    },
    { head: t("users"), cell: ({ users }) => number(users) },
    { head: t("connections"), cell: ({ connections }) => number(connections) },
    { head: t("queues"), cell: ({ queues }) => number(queues) },
    {
      head: t("off"),
      cell: (plan) => (
        <span className="line-clamp-2 text-meta text-fg-muted">
          {planFlags.filter((flag) => !plan[flag]).map((flag) => t(`flag.${flag}`)).join(", ") || t("offNone")}
        </span>
      ),
      className: "min-w-48",
    },
    {
      head: t("sale"),
      cell: ({ isPublic }) => <Badge tone={isPublic ? "success" : "neutral"}>{t(isPublic ? "public" : "hidden")}
      </Badge>,
    },
    { head: t("companies"), cell: ({ companies }) => number(companies) },
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-fg-muted">{t("intro")}</p>
        {records.length > 0 && add}
      </div>
      <Records
        label={t("title")}
        records={records}
        columns={columns}
        card={(plan) => (
          <RecordRow name={plan.name} onOpen={() => setEdited(plan)}>
            <span className="tabular-nums">{formatMoney(plan.amount)}</span>
            <span className="truncate">{t("companiesCount", { count: plan.companies })}</span>
          </RecordRow>
        )}
        actions={(plan) => (
          <>
            <IconButton
              small
              icon={Pencil}
              label={`${t("edit")}: ${plan.name}`}
              onClick={() => setEdited(plan)}
              className="max-sm:hidden"
            />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${plan.name}`}
              onClick={() => void ask(plan)}
            />
          </>
        )}
        loading={isLoading}
        error={error}
        onRetry={() => void refetch()}
        empty={<Empty drawing={<Sign icon={Package} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
      />
      {edited && (
        <PlanSheet
          key={edited === "new" ? "new" : edited.id}
          plan={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
