import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Bell, Download, LogOut, Moon, RotateCw, ShieldCheck, Sun, UserRound } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { href } from "../../core/page/href.ts";
import { formatDate } from "../../core/words/format.ts";
import { loadTexts } from "../../core/words/i18n/i18n.ts";
import { useMe } from "../../core/who/me.ts";
import { useMedia } from "../../core/device/media.ts";
import { outboxCountAtom } from "../../core/outbox.ts";
import { themeChoiceAtom } from "../../core/who/preferences.ts";
import { logout } from "../../core/session.ts";
import { deviceStorageAtom } from "../../core/store/store.ts";
import { themeAtom } from "../../core/theme.ts";
import { heldBy } from "../../core/page/unsaved.ts";
import { notificationsOpenAtom } from "../../features/notifications/state.ts";
import { openInstall, standaloneAtom } from "../../features/install/offer.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { profileOpenAtom } from "./profile-atom.ts";
import { Extra } from "../error-boundary.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { MenuItem, MenuLabel, MenuLine } from "../../ui/menu-panel.tsx";

const ProfileSheet = lazy(async () => {
  const [module] = await Promise.all([import("../../features/users/profile-sheet.tsx"), loadTexts("users")]);
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
  const due = me.profile === "admin" && me.company.dueDate;
  const picture = useMedia(me.profileImage);
  const { waiting, refused } = useAtomValue(outboxCountAtom);
  const storage = useAtomValue(deviceStorageAtom);
  const installed = useAtomValue(standaloneAtom);
  const [profile, setProfile] = useAtom(profileOpenAtom);
  const openNotifications = useSetAtom(notificationsOpenAtom);
  const [, navigate] = useLocation();
  const leave = async () => {
    const messages = waiting + refused;
    const [drafts, kept] = await Promise.all([
      import("../../features/drafts/sync.ts").then(({ unsentDrafts }) => unsentDrafts()),
      import("../../features/messages/composer/voice/kept.ts").then(({ countKept }) => countKept()),
    ]);
    const voices = Math.max(kept, heldBy().includes("recording") ? 1 : 0);
    const left = [
      messages > 0 && t("logout.waiting", { count: messages }),
      drafts > 0 && t("logout.drafts", { count: drafts }),
      voices > 0 && t("logout.voices", { count: voices }),
    ].filter((words) => words !== false);
    const sure = left.length === 0 || await confirm({
      title: left.join(" · "),
      text: t("logout.text"),
      action: t("logout.discard"),
      cancel: t("logout.wait"),
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
          {phone && due && (
            <span className="mt-1 block">{t("bar.due", { company: me.company.name, date: formatDate(due) })}</span>
          )}
          {storage !== "kept" && <span className="mt-1 block">{t(`device.${storage}`)}</span>}
        </MenuLabel>
        <MenuLine />
        <MenuItem onSelect={() => setProfile(true)}>
          <UserRound aria-hidden /> {t("bar.profile")}
        </MenuItem>
        <MenuItem onSelect={() => navigate(href("security"))}>
          <ShieldCheck aria-hidden /> {t("bar.security")}
        </MenuItem>
        <MenuItem onSelect={() => openNotifications(true)}>
          <Bell aria-hidden /> {t("ring.title")}
        </MenuItem>
        {!installed && (
          <MenuItem onSelect={() => void openInstall()}>
            <Download aria-hidden /> {t("install.menu")}
          </MenuItem>
        )}
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
        <Extra>
          <Suspense>
            <ProfileSheet onClose={() => setProfile(false)} />
          </Suspense>
        </Extra>
      )}
    </>
  );
}
