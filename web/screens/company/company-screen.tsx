import { ArrowLeft, Eye, Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useParams } from "wouter";
import { companies, type Company, type Usage } from "../../../api/features/companies/contract.ts";
import { support } from "../../../api/features/support/contract.ts";
import { href } from "../../core/page/href.ts";
import { useCall, useRead } from "../../core/query.ts";
import { beginLooking } from "../../core/support.ts";
import { useMe } from "../../core/who/me.ts";
import { ApiError } from "../../core/who/api.ts";
import { formatBytes, formatMoment, formatMoney, formatNumber, formatTime } from "../../core/words/format.ts";
import { dayText, Status } from "../../features/companies/cells.tsx";
import { CompanySheet } from "../../features/companies/company-sheet.tsx";
import { nearness } from "../../features/companies/due.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { NotFound } from "../../patterns/pages.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { CompanyInvoices, CompanyLines, CompanyPeople, CompanyProblems } from "./lists.tsx";
import { UsageMonths } from "./months.tsx";
import { Part } from "./part.tsx";

/** The company in a few numbers: plan, due date, how much of its limits it uses, files, who looks in. */
function Facts({ company, usage }: { company: Company; usage: Usage | undefined }) {
  const { t } = useTranslation("companies");
  const { plan } = company;
  const near = nearness(company);
  const of = (used: number | undefined, most: number | undefined) =>
    used === undefined || most === undefined
      ? "—"
      : t("page.of", { used: formatNumber(used), most: formatNumber(most) });
  const facts: [string, string, string?][] = [
    [t("plan"), plan ? `${plan.name} · ${formatMoney(plan.amount)}` : "—"],
    [
      t("due"),
      `${dayText(company)}${near ? ` ${t(`near.${near}`)}` : ""}`,
      near === "due" ? "text-danger" : near ? "text-warning" : "",
    ],
    [t("field.numberAttendants"), of(usage?.inUse.users, company.numberAttendants ?? plan?.users)],
    [t("field.numberConections"), of(usage?.inUse.connections, company.numberConections ?? plan?.connections)],
    [t("page.queues"), of(usage?.inUse.queues, plan?.queues)],
    [t("files"), company.folderSize === null ? "—" : formatBytes(company.folderSize)],
    [t("lastLogin"), company.lastLogin ? formatMoment(company.lastLogin) : "—"],
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
      {facts.map(([term, value, tone]) => (
        <div key={term} className="min-w-0 rounded-card border border-line bg-surface px-3 py-2">
          <dt className="truncate text-meta text-fg-muted">{term}</dt>
          <dd dir="auto" className={cn("font-500 tabular-nums wrap-anywhere", tone)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Looks into the company, where it allows that; says so where it does not. */
function EnterButton({ company, usage }: { company: Company; usage: Usage }) {
  const { t } = useTranslation("companies");
  const enter = useCall(support.enter, {
    // The answer got lost on its way and was repeated without the token: come in anew.
    onSuccess: ({ token }) => token ? beginLooking(token) : enter.mutate({ params: { id: company.id } }),
  });
  const ask = async () => {
    const sure = await confirm({
      title: t("page.enterTitle", { name: company.name }),
      text: t("page.enterText"),
      action: t("page.enter"),
    });
    if (sure) enter.mutate({ params: { id: company.id } });
  };
  return (
    <Button
      data-words
      busy={enter.isPending}
      disabled={!usage.support.allowed}
      onClick={() => void ask()}
    >
      <Eye aria-hidden /> {t("page.enter")}
    </Button>
  );
}

/** /companies/{id}: how a company is, for the operator. */
export function CompanyScreen() {
  const { t } = useTranslation("companies");
  const me = useMe();
  const id = Number(useParams<{ id: string }>().id);
  const known = { enabled: id > 0 };
  const company = useRead(companies.show, { params: { id } }, { ...known, keep: false });
  const usage = useRead(companies.usage, { params: { id } }, { ...known, keep: false });
  const [editing, setEditing] = useState(false);
  const error = company.error ?? usage.error;
  if (!(id > 0) || error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error && !company.data) return <Failed error={error} onRetry={() => void company.refetch()} />;
  if (!company.data) {
    return (
      <Late>
        <div role="status" aria-label={t("state.loading")} className="space-y-4 p-6">
          <Skeleton className="h-10 w-80" />
          <Skeleton className="h-60 w-full" />
        </div>
      </Late>
    );
  }
  const of = company.data;
  const looking = usage.data?.support.looking;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-300 space-y-6 p-4 sm:p-6">
        <header className="space-y-3">
          <Link href={href("companies")} className={buttonStyle({ size: "small" })}>
            <ArrowLeft aria-hidden /> {t("title")}
          </Link>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h1 className="flex flex-wrap items-center gap-3 text-title font-600">
                <span dir="auto" className="wrap-anywhere">{of.name}</span>
                <Status company={of} />
              </h1>
              <p className="text-fg-muted wrap-anywhere">
                {[of.email, of.phone, of.document].filter(Boolean).join(" · ")}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {usage.data && of.id !== me.companyId && <EnterButton company={of} usage={usage.data} />}
              <Button onClick={() => setEditing(true)}>
                <Pencil aria-hidden /> {t("edit")}
              </Button>
            </div>
          </div>
          {usage.data && !usage.data.support.allowed && of.id !== me.companyId && (
            <p className="text-meta text-fg-muted">{t("page.notAllowed")}</p>
          )}
          {looking && (
            <p className="text-meta text-warning">
              {t("page.looking", { by: looking.by, time: formatTime(looking.until) })}
            </p>
          )}
        </header>
        <Facts company={of} usage={usage.data} />
        {usage.data
          ? (
            <>
              <Part title={t("page.problems")}>
                <CompanyProblems problems={usage.data.problems} />
              </Part>
              <Part title={t("page.usage")}>
                <UsageMonths months={usage.data.months} />
              </Part>
            </>
          )
          : usage.error
          ? <Failed error={usage.error} onRetry={() => void usage.refetch()} />
          : (
            <Late>
              <Skeleton className="h-60 w-full" />
            </Late>
          )}
        <div className="grid gap-6 lg:grid-cols-2">
          <Part title={t("page.connections")}>
            <CompanyLines companyId={id} />
          </Part>
          <Part title={t("page.invoices")}>
            <CompanyInvoices companyId={id} />
          </Part>
        </div>
        {usage.data && (
          <Part title={t("page.people")}>
            <CompanyPeople users={usage.data.users} />
          </Part>
        )}
      </div>
      {editing && (
        <CompanySheet
          company={of}
          onClose={() => {
            setEditing(false);
            void company.refetch();
          }}
          onMade={() => setEditing(false)}
        />
      )}
    </div>
  );
}
