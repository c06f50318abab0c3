import { Languages } from "lucide-react";
import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { languageNames, languages } from "../core/words/i18n/i18n.ts";
import { chooseLanguage } from "../core/session.ts";
import { DropdownMenu } from "../ui/dropdown-menu.tsx";
import { MenuChoice } from "../ui/menu-panel.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** The four languages. A signed-in person's choice goes with them to every device. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <DropdownMenu
      trigger={<IconButton icon={Languages} label={t("bar.language")} tip="none" title={t("bar.language")} />}
    >
      {languages.map((language) => (
        <MenuChoice
          key={language}
          checked={language === i18n.language}
          onCheckedChange={() => void chooseLanguage(language)}
        >
          <span lang={language}>{languageNames[language]}</span>
        </MenuChoice>
      ))}
    </DropdownMenu>
  );
}
