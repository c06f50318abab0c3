import { Building2, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { type Company, type Sort, sorts } from "../../../api/features/companies/contract.ts";
import { PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import { href } from "../../core/page/href.ts";
import { useMe } from "../../core/who/me.ts";
import { formatMoney } from "../../core/words/format.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { Records } from "../../patterns/lists/records.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { Sign } from "../../ui/sign.tsx";
import { AccessDialog } from "./access-dialog.tsx";
import { dayText, RenewButton, Status, tintOf, useColumns } from "./cells.tsx";
import { CompanySheet, type Made } from "./company-sheet.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { useCompanies } from "./use-companies.ts";

type State = ReturnType<typeof useCompanies>;
/** What is open beside the list. */
type Open = { edit: Company | "new" } | { remove: Company } | { made: Made } | null;

/** On a phone the order is chosen from a list: there are no heads to press. */
function OrderSelect({ order, setOrder }: Pick<State, "order" | "setOrder">) {
  const { t } = useTranslation("companies");
  return (
    <Select
      aria-label={t("orderBy")}
      value={`${order.sort} ${order.order}`}
      onChange={(event) => {
        const [sort, direction] = event.target.value.split(" ");
        setOrder({ sort: sort as Sort, order: direction as "asc" | "desc" });
      }}
      className="w-full"
    >
      {sorts.flatMap((sort) =>
        (["asc", "desc"] as const).map((direction) => (
          <option key={sort + direction} value={`${sort} ${direction}`}>
            {t(`sort.${sort}`)} {direction === "asc" ? "↑" : "↓"}
          </option>
        ))
      )}
    </Select>
  );
}

/** The companies, with their sheet and dialogs; `frame` puts title, search and the button for a new one around them. */
export function CompaniesList({ frame }: { frame: (state: State, add: ReactNode, list: ReactNode) => ReactNode }) {
  const { t } = useTranslation("companies");
  const me = useMe();
  const phone = usePhone();
  const state = useCompanies();
  const { list, searching, order, setOrder, renew, renewing } = state;
  const [open, setOpen] = useState<Open>(null);
  const edit = (company: Company) => setOpen({ edit: company });
  const [, navigate] = useLocation();
  const visit = ({ id }: Company) => navigate(href("company", { id }));
  const columns = useColumns({ order, setOrder, onOpen: visit, renew, renewing });
  const close = () => setOpen(null);
  const add = (
    <Button tone="primary" onClick={() => setOpen({ edit: "new" })}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  const records = (
    <>
      {phone && list.records.length > 1 && <OrderSelect order={order} setOrder={setOrder} />}
      <Records
        label={t("title")}
        records={list.records}
        columns={columns}
        tint={tintOf}
        card={(company) => (
          <RecordRow name={company.name} onOpen={() => visit(company)}>
            {!company.status && <Status company={company} />}
            <span className="shrink-0 tabular-nums">{dayText(company)}</span>
            <span className="truncate">
              {company.plan && `${company.plan.name} · ${formatMoney(company.plan.amount)}`}
            </span>
          </RecordRow>
        )}
        actions={(company) => (
          <>
            {phone && <RenewButton company={company} busy={renewing === company.id} onRenew={renew} />}
            <IconButton
              small
              icon={Pencil}
              label={`${t("edit")}: ${company.name}`}
              onClick={() => edit(company)}
              className="max-sm:hidden"
            />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${company.name}`}
              disabled={company.id === PLATFORM_COMPANY_ID || company.id === me.companyId}
              onClick={() => setOpen({ remove: company })}
            />
          </>
        )}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={searching.search === ""
          ? <Empty drawing={<Sign icon={Building2} />} title={t("empty")} hint={t("emptyHint")} action={add} />
          : (
            <Empty
              drawing="search"
              title={t("list.noMatch", { search: searching.search })}
              hint={t("list.noMatchHint")}
              action={<Button onClick={() => searching.setTyped("")}>{t("do.clear")}</Button>}
            />
          )}
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
      {open && "edit" in open && (
        <CompanySheet
          key={open.edit === "new" ? "new" : open.edit.id}
          company={open.edit === "new" ? undefined : open.edit}
          onClose={close}
          onMade={(made) => setOpen({ made })}
        />
      )}
      {open && "remove" in open && <RemoveDialog company={open.remove} onClose={close} />}
      {open && "made" in open && <AccessDialog made={open.made} onClose={close} />}
    </>
  );
  return frame(state, add, records);
}
