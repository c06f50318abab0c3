import { useAtom, useAtomValue } from "jotai";
import { LogOut, Moon, RotateCw, Sun, UserRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../core/i18n/i18n.ts";
import { useMe } from "../core/me.ts";
import { useMedia } from "../core/media.ts";
import { outboxCountAtom } from "../core/outbox.ts";
import { themeChoiceAtom } from "../core/preferences.ts";
import { logout } from "../core/session.ts";
import { themeAtom } from "../core/theme.ts";
import { confirm } from "../patterns/confirm.tsx";
import { usePhone } from "../patterns/use-phone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { DropdownMenu } from "../ui/dropdown-menu.tsx";
import { MenuItem, MenuLabel, MenuLine } from "../ui/menu-panel.tsx";

const ProfileSheet = lazy(async () => {
  const [module] = await Promise.all([import("../features/users/profile-sheet.tsx"), loadTexts("users")]);
  return { default: module.ProfileSheet };
});

function ThemeItem() {
  const { t } = useTranslation();
  const theme = useAtomValue(themeAtom);
  const [, setTheme] = useAtom(themeChoiceAtom);
  return (
    <MenuItem onSelect={() => setTheme(theme === "dark" ? "light" : "dark")}>
      {theme === "dark" ? <Sun aria-hidden /> : <Moon aria-hidden />} {t(theme === "dark" ? "bar.light" : "bar.dark")}
    </MenuItem>
  );
}

/** The avatar: profile and log out. On a phone also what the top bar has no room for. */
export function AccountMenu() {
  const { t } = useTranslation();
  const me = useMe();
  const phone = usePhone();
  const picture = useMedia(me.profileImage);
  const { waiting, refused } = useAtomValue(outboxCountAtom);
  const [profile, setProfile] = useState(false);
  const leave = async () => {
    const count = waiting + refused;
    const sure = count === 0 || await confirm({
      title: t("logout.title"),
      text: t("logout.text", { count }),
      action: t("bar.logout"),
      danger: true,
    });
    if (sure) await logout();
  };
  return (
    <>
      <DropdownMenu
        trigger={
          <button
            type="button"
            aria-label={t("bar.account", { name: me.name })}
            className="ml-1 grid size-control place-items-center rounded-full hover:brightness-95"
          >
            <Avatar name={me.name} src={picture} colour={me.color} size="small" />
          </button>
        }
      >
        <MenuLabel>
          <span className="block truncate font-500 text-fg">{me.name}</span>
          <span className="block truncate">{me.email}</span>
        </MenuLabel>
        <MenuLine />
        <MenuItem onSelect={() => setProfile(true)}>
          <UserRound aria-hidden /> {t("bar.profile")}
        </MenuItem>
        {phone && <ThemeItem />}
        {phone && (
          <MenuItem onSelect={() => location.reload()}>
            <RotateCw aria-hidden /> {t("bar.refresh")}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden /> {t("bar.logout")}
        </MenuItem>
      </DropdownMenu>
      {profile && (
        <Suspense>
          <ProfileSheet onClose={() => setProfile(false)} />
        </Suspense>
      )}
    </>
  );
}
