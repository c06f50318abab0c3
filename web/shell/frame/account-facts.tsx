import { useAtomValue } from "jotai";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { deviceStorageAtom } from "../../core/store/store.ts";
import { PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import { useCompanySetting, useMe } from "../../core/who/me.ts";
import { formatDate } from "../../core/words/format.ts";
import { Badge } from "../../ui/badge.tsx";

/** Who is signed in, for which company and until when it is paid (admins), and whether the device may keep what it holds. */
export function AccountFacts() {
  const { t } = useTranslation();
  const me = useMe();
  const storage = useAtomValue(deviceStorageAtom);
  const { name, dueDate } = me.company;
  const wtVOff = useCompanySetting("wtV") === "disabled" && me.companyId === PLATFORM_COMPANY_ID;
  const due = me.profile === "admin" && dueDate;
  return (
    <>
      <span dir="auto" className="block truncate font-500 text-fg">{me.name}</span>
      <span className="block truncate">{me.email}</span>
      <span className="mt-1 block wrap-anywhere">
        {due ? t("bar.due", { company: name, date: formatDate(due) }) : name}
      </span>
      {wtVOff && <Badge tone="warning" className="mt-1">{t("bar.wtVOff")}</Badge>}
      {storage !== "kept" && <span className="mt-1 block">{t(`device.${storage}`)}</span>}
    </>
  );
}
