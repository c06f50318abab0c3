// The list of companies with its search and its order, and what is done to one of them.
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { ApiError } from "../../../api/contract/client.ts";
import { companies, type Company, type Sort } from "../../../api/features/companies/contract.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { toastError, useCall, useList } from "../../core/query.ts";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { toast } from "../../ui/toast.tsx";
import { dayText } from "./cells.tsx";

export interface Order {
  sort: Sort;
  order: "asc" | "desc";
}

/** Everything a view of the companies needs. */
export function useCompanies() {
  const { t } = useTranslation("companies");
  const searching = useSearch();
  const { search } = searching;
  const [order, setOrder] = useState<Order>({ sort: "name", order: "asc" });
  const list = useList(companies.listWithPlan, { query: { ...(search && { searchParam: search }), ...order } }, {
    keepPrevious: true,
    keep: false,
  });
  const call = useCall(companies.renew, { silent: true });
  /** A second press on the same button, or another operator's, moves nothing: the list is fetched anew. */
  const renew = (company: Company) =>
    call.mutate({ params: { id: company.id }, body: { version: company.version } }, {
      onSuccess: (now) => toast.success(t("renewed", { name: now.name, date: dayText(now) })),
      onError: (error) =>
        error instanceof ApiError && error.code === "ERR_RECORD_CHANGED"
          ? toast.info(t("renewedElsewhere", { name: company.name }))
          : toastError(error),
      onSettled: () => void refresh(companies.listWithPlan),
    });
  return {
    searching,
    list,
    order,
    setOrder,
    renew,
    renewing: call.isPending ? call.variables?.params?.id as number | undefined : undefined,
  };
}
