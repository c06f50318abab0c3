import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { CompaniesList } from "./companies-list.tsx";

/** The companies as a tab of the settings. */
export function CompaniesPart() {
  const { t } = useTranslation("companies");
  return (
    <CompaniesList
      frame={({ searching: { typed, setTyped } }, add, records) => (
        <div className="space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <SearchField value={typed} onChange={setTyped} label={t("search")} className="w-full sm:max-w-80" />
            {add}
          </div>
          {records}
        </div>
      )}
    />
  );
}
