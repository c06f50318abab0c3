import { useAtomValue } from "jotai";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { LateSheet } from "../../../patterns/late-sheet.tsx";
import { usePhone } from "../../../patterns/use-phone.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { filterCount, listAtom } from "../state/state.ts";

const Form = onDemand(() => import("./filter-form.tsx").then((m) => m.FilterForm), <span className="block h-80" />);

/** Filters: a panel on a desk, a sheet from the bottom on a phone. A dot says that some are set. */
export function FilterButton() {
  const { t } = useTranslation("tickets");
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const count = filterCount(useAtomValue(listAtom));
  const label = count > 0 ? t("filter.some", { count }) : t("filter.title");
  const trigger = <IconButton icon={ListFilter} label={label} dot={count > 0} />;
  if (!phone) {
    return (
      <Popover trigger={trigger} label={t("filter.title")} className="w-80">
        <Form />
      </Popover>
    );
  }
  return (
    <>
      <IconButton icon={ListFilter} label={label} dot={count > 0} onClick={() => setOpen(true)} />
      <LateSheet side="bottom" open={open} onOpenChange={setOpen} title={t("filter.title")} closeLabel={t("do.close")}>
        <Form />
      </LateSheet>
    </>
  );
}
