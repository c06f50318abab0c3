import { useAtomValue, useSetAtom } from "jotai";
import { Languages } from "lucide-react";
import { useTranslation } from "react-i18next";
import { users } from "../../api/features/users/contract.ts";
import { type Language, languageNames, languages, speak } from "../core/i18n/i18n.ts";
import { meAtom, setMe } from "../core/me.ts";
import { languageAtom } from "../core/preferences.ts";
import { useCall } from "../core/query.ts";
import { DropdownMenu, MenuChoice } from "../ui/dropdown-menu.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** The four languages. A signed-in person's choice goes with them to every device. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const me = useAtomValue(meAtom);
  const remember = useSetAtom(languageAtom);
  const save = useCall(users.update);
  const choose = (language: Language) => {
    remember(language);
    void speak(language);
    if (!me) return;
    setMe({ ...me, language });
    save.mutate({ params: { id: me.id }, body: { language } });
  };
  return (
    <DropdownMenu
      trigger={<IconButton icon={Languages} label={t("bar.language")} tip="none" title={t("bar.language")} />}
    >
      {languages.map((language) => (
        <MenuChoice
          key={language}
          checked={language === i18n.language}
          onCheckedChange={() => choose(language)}
        >
          <span lang={language}>{languageNames[language]}</span>
        </MenuChoice>
      ))}
    </DropdownMenu>
  );
}
