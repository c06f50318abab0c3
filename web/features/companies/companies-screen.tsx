import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { CompaniesList } from "./companies-list.tsx";

/** /companies: every company of the platform, for its operators. */
export function CompaniesScreen() {
  const { t } = useTranslation("companies");
  return (
    <CompaniesList
      frame={({ list, searching: { typed, setTyped } }, add, records) => (
        <ListPage
          wide
          title={t("title")}
          count={list.isLoading || list.error ? undefined : list.count}
          intro={t("intro")}
          actions={add}
          search={{ value: typed, onChange: setTyped, label: t("search") }}
        >
          {records}
        </ListPage>
      )}
    />
  );
}
