import { useAtomValue, useSetAtom } from "jotai";
import { BellRing, Download, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { useMedia } from "../../core/device/media.ts";
import { href } from "../../core/page/href.ts";
import { useMe } from "../../core/who/me.ts";
import { openInstall, standaloneAtom } from "../../features/install/offer.ts";
import { notificationsOpenAtom } from "../../features/notifications/state.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cn } from "../../ui/cn.ts";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { MenuItem, MenuLabel, MenuLine } from "../../ui/menu-panel.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { useLeave } from "./leave.ts";
import { profileOpenAtom } from "../profile-atom.ts";
import { railLine } from "./rail-button.tsx";

/** The avatar at the foot of a desk's menu: who is here, profile, signing out. */
export function AccountMenu({ words }: { words: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const picture = useMedia(me.profileImage);
  const installed = useAtomValue(standaloneAtom);
  const openProfile = useSetAtom(profileOpenAtom);
  const openNotifications = useSetAtom(notificationsOpenAtom);
  const [, navigate] = useLocation();
  const leave = useLeave();
  return (
    <DropdownMenu
      side="right"
      trigger={
        <button
          type="button"
          aria-label={t("bar.account", { name: me.name })}
          className={cn(railLine, "px-1! hover:bg-hover")}
        >
          <Avatar name={me.name} src={picture} colour={me.color} size="small" />
          {words && <span dir="auto" className="min-w-0 flex-1 truncate">{me.name}</span>}
        </button>
      }
    >
      <MenuLabel>
        <AccountFacts />
      </MenuLabel>
      <MenuLine />
      <MenuItem onSelect={() => openProfile(true)}>
        <UserRound aria-hidden /> {t("bar.profile")}
      </MenuItem>
      <MenuItem onSelect={() => navigate(href("security"))}>
        <ShieldCheck aria-hidden /> {t("bar.security")}
      </MenuItem>
      <MenuItem onSelect={() => openNotifications(true)}>
        <BellRing aria-hidden /> {t("ring.title")}
      </MenuItem>
      {!installed && (
        <MenuItem onSelect={() => void openInstall()}>
          <Download aria-hidden /> {t("install.menu")}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem onSelect={() => void leave()}>
        <LogOut aria-hidden /> {t("bar.logout")}
      </MenuItem>
    </DropdownMenu>
  );
}
