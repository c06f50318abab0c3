import { useSetAtom } from "jotai";
import { Bell, BellRing, LogOut, Search, ShieldCheck, UserRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { openCommands } from "../../core/commands.ts";
import { useMedia } from "../../core/device/media.ts";
import { href } from "../../core/page/href.ts";
import { useMe } from "../../core/who/me.ts";
import { useAnnouncementsEntry } from "../../features/announcements/announcements-popover.tsx";
import { AnnouncementsSheet } from "../../features/announcements/announcements-sheet.tsx";
import { InstallEntry } from "../../features/install/entry.tsx";
import { notificationsOpenAtom } from "../../features/notifications/state.ts";
import { LateSheet } from "../../patterns/late-sheet.tsx";
import { UnreadSheet } from "../../screens/inbox/unread/unread-sheet.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { DeviceControls } from "./device-controls.tsx";
import type { Entry } from "./entries.ts";
import { useLeave } from "./leave.ts";
import { Menu, Version } from "./menu.tsx";
import { NewVersion } from "./new-version.tsx";
import { profileOpenAtom } from "../profile-atom.ts";
import { RailButton } from "./rail-button.tsx";

interface Props {
  /** The screens that the bar has no place for. */
  entries: readonly Entry[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A phone's "Mais": what the bar has no place for, one's account, and what is set for this device. */
export function MoreSheet({ entries, open, onOpenChange }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const picture = useMedia(me.profileImage);
  const openProfile = useSetAtom(profileOpenAtom);
  const openNotifications = useSetAtom(notificationsOpenAtom);
  const [, navigate] = useLocation();
  const leave = useLeave();
  const [unread, setUnread] = useState(false);
  const [announcements, setAnnouncements] = useState(false);
  const told = useAnnouncementsEntry();
  const close = () => onOpenChange(false);
  const then = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <>
      <LateSheet open={open} onOpenChange={onOpenChange} title={t("menu.more")} closeLabel={t("do.close")}>
        <NewVersion words />
        <Menu entries={entries} open onNavigate={close} />
        <div className="mt-2 border-t border-line pt-2">
          <RailButton
            icon={Search}
            label={t("commands.open")}
            words
            aria-haspopup="dialog"
            onClick={then(() => openCommands("palette"))}
          />
          {told.shown && (
            <RailButton
              icon={told.icon}
              label={told.label}
              words
              mark={told.mark}
              marked
              onClick={then(() => setAnnouncements(true))}
            />
          )}
          {!me.company.expired && (
            <RailButton
              icon={Bell}
              label={t("tickets:unreadList.title")}
              words
              onClick={then(() => setUnread(true))}
            />
          )}
          <RailButton icon={BellRing} label={t("ring.title")} words onClick={then(() => openNotifications(true))} />
          <InstallEntry onChoose={close} />
        </div>
        <section aria-label={t("bar.account", { name: me.name })} className="mt-2 border-t border-line pt-3">
          <div className="flex items-center gap-3 px-2.5 pb-2">
            <Avatar name={me.name} src={picture} colour={me.color} />
            <div className="min-w-0 text-meta text-fg-muted">
              <AccountFacts />
            </div>
          </div>
          <RailButton icon={UserRound} label={t("bar.profile")} words onClick={then(() => openProfile(true))} />
          <RailButton
            icon={ShieldCheck}
            label={t("bar.security")}
            words
            onClick={then(() => navigate(href("security")))}
          />
          <RailButton icon={LogOut} label={t("bar.logout")} words onClick={then(() => void leave())} />
        </section>
        <section aria-label={t("bar.device")} className="mt-2 border-t border-line px-2.5 pt-4">
          <DeviceControls />
        </section>
        <Version />
      </LateSheet>
      <AnnouncementsSheet open={announcements} onClose={() => setAnnouncements(false)} />
      <UnreadSheet open={unread} onClose={() => setUnread(false)} />
    </>
  );
}
