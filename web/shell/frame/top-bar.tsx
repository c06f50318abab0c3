import { useAtomValue, useSetAtom } from "jotai";
import { ArrowUpCircle, Moon, RotateCw, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../core/words/format.ts";
import { useMe } from "../../core/who/me.ts";
import { themeChoiceAtom } from "../../core/who/preferences.ts";
import { themeAtom } from "../../core/theme.ts";
import { heldBy } from "../../core/page/unsaved.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { CommandsButton } from "./command-host.tsx";
import { LanguageMenu } from "../../patterns/language-menu.tsx";
import { versionAtom } from "../version/version-atom.ts";
import { VolumeControl } from "./volume-control.tsx";

function NewVersion() {
  const { t } = useTranslation();
  const phone = usePhone();
  const { behind, waiting } = useAtomValue(versionAtom);
  if (!behind && !waiting) return null;
  const take = async () => {
    const held = heldBy();
    const sure = held.length === 0 || await confirm({
      title: t("update.title"),
      text: held.map((reason) => t(`update.held.${reason}`)).join(" "),
      action: t("update.now"),
      cancel: t("update.later"),
      danger: true,
    });
    if (sure) await (await import("../version/version.ts")).takeUpdate();
  };
  return (
    <Tooltip text={t("bar.newVersionHint")}>
      <Button
        tone="danger"
        size="small"
        onClick={() => void take()}
        aria-label={phone ? `${t("bar.newVersion")}: ${t("update.now")}` : undefined}
      >
        <ArrowUpCircle aria-hidden />
        {t(phone ? "update.now" : "bar.newVersion")}
      </Button>
    </Tooltip>
  );
}

/** Who is here, for which company, and the switches of the device. */
export function TopBar() {
  const { t } = useTranslation();
  const me = useMe();
  const theme = useAtomValue(themeAtom);
  const setTheme = useSetAtom(themeChoiceAtom);
  const { name, dueDate } = me.company;
  // A phone has no room for the date; it is in the account's menu there.
  const due = !usePhone() && me.profile === "admin" && dueDate;
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line bg-surface pr-2 pl-4 sm:h-12">
      <div className="mr-auto min-w-0 pr-2">
        <p className="truncate text-body leading-5 font-600">{t("bar.greeting", { name: me.name })}</p>
        <p className="truncate text-[12px] leading-4 text-fg-subtle">
          {due ? t("bar.due", { company: name, date: formatDate(due) }) : name}
        </p>
      </div>
      <CommandsButton />
      <NewVersion />
      <IconButton
        icon={RotateCw}
        label={t("bar.refresh")}
        onClick={() => location.reload()}
        className="max-sm:hidden"
      />
      <VolumeControl />
      <LanguageMenu />
      <IconButton
        icon={theme === "dark" ? Sun : Moon}
        label={t(theme === "dark" ? "bar.light" : "bar.dark")}
        onClick={() => setTheme(theme === "dark" ? "light" : "dark")}
        className="max-sm:hidden"
      />
      <AccountMenu />
    </header>
  );
}
