import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { PAGE_SIZES } from "../../../api/features/reports/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";

interface Props {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** Which rows are shown, the page before and after, and how many rows a page has. */
export function Pager({ page, size, total, onPage, onSize }: Props) {
  const { t } = useTranslation("reports");
  const id = useId();
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, total);
  const shown = { first: formatNumber(first), last: formatNumber(last), total: formatNumber(total) };
  return (
    <nav aria-label={t("pager.label")} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-meta text-fg-muted">{t("pager.size")}</label>
        <Select id={id} value={size} onChange={(e) => onSize(Number(e.target.value))} className="w-18">
          {PAGE_SIZES.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
        </Select>
      </div>
      <div className="flex items-center gap-1">
        <span role="status" className="mr-2 text-meta text-fg-muted tabular-nums">{t("pager.shown", shown)}</span>
        <IconButton
          icon={ChevronLeft}
          label={t("pager.before")}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={t("pager.after")}
          disabled={last >= total}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  );
}
