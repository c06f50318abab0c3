import { useAtom, useAtomValue } from "jotai";
import { Bell, MonitorSmartphone, PanelLeftClose, PanelLeftOpen, Pin, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { brandAtom, brandName } from "../../core/brand.ts";
import { openCommands, useCaps } from "../../core/commands.ts";
import { themeAtom } from "../../core/theme.ts";
import { useMe } from "../../core/who/me.ts";
import { menuAtom } from "../../core/who/preferences.ts";
import { AnnouncementsPopover, useAnnouncementsEntry } from "../../features/announcements/announcements-popover.tsx";
import { ChatsPopover, useChatsEntry } from "../../features/chats/chats-popover.tsx";
import { UnreadPopover } from "../../screens/inbox/unread/unread-popover.tsx";
import { useUnread } from "../../screens/inbox/unread.ts";
import { Extra } from "../../patterns/error-boundary.tsx";
import { Caps } from "../../ui/caps.tsx";
import { cn } from "../../ui/cn.ts";
import { useLayer } from "../../ui/layers.ts";
import { Popover } from "../../ui/popover.tsx";
import { windowMatches } from "../../ui/window-matches.ts";
import { AccountMenu } from "./account-menu.tsx";
import type { Entry } from "./entries.ts";
import { Menu, Version } from "./menu.tsx";
import { NewVersion } from "./new-version.tsx";
import { RailButton } from "./rail-button.tsx";

/** Comes after the first screen, or with the first opening. */
const DeviceControls = onDemand(() => import("./device-controls.tsx").then((file) => file.DeviceControls));

/** True where a pinned menu leaves enough for the screen beside it; zoomed letters take that room away. */
const useRoomy = windowMatches("(min-width: 1024px)");

/** The company's mark: its logo where there is room, else its small sign. */
function Mark({ words }: { words: boolean }) {
  const brand = useAtomValue(brandAtom);
  const logo = useAtomValue(themeAtom) === "dark" ? brand.appLogoDark : brand.appLogoLight;
  const name = brandName(brand);
  return (
    <div className="flex h-10 shrink-0 items-center gap-2.5 px-1.5">
      {words && logo
        ? <img src={logo} alt={name} className="max-h-8 min-w-0 object-contain object-left" />
        : <img src={brand.appLogoFavicon || "/icons/icon.svg"} alt={words ? "" : name} className="size-7 shrink-0" />}
      {words && !logo && <span className="truncate text-lead font-600">{name}</span>}
    </div>
  );
}

/** The chats spoken in last. */
function Chats({ words }: { words: boolean }) {
  const { shown, count, ...button } = useChatsEntry();
  if (!shown) return null;
  return <ChatsPopover trigger={<RailButton {...button} words={words} mark={count > 0 && <NewsDot />} />} />;
}
/** Something is new behind a button. */
function NewsDot() {
  return (
    <span aria-hidden className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-primary ring-2 ring-surface" />
  );
}

/** The bell: what is unread, from wherever one is. */
function Unread({ words }: { words: boolean }) {
  const { t } = useTranslation("tickets");
  const { company } = useMe();
  const { shown } = useUnread(!company.expired);
  if (company.expired) return null;
  return (
    <UnreadPopover
      side="right"
      align="end"
      trigger={
        <RailButton
          icon={Bell}
          label={shown > 0 ? `${t("unreadList.title")} (${shown})` : t("unreadList.title")}
          words={words}
          mark={shown > 0 && <NewsDot />}
        />
      }
    />
  );
}

/** The megaphone: what the platform announces. */
function Announcements({ words }: { words: boolean }) {
  const { shown, icon, label, mark } = useAnnouncementsEntry();
  if (!shown) return null;
  return <AnnouncementsPopover trigger={<RailButton icon={icon} label={label} words={words} mark={mark} marked />} />;
}

/** What the menu has below its screens: what is announced and unread, search, the new version, this device, one's account. */
function Foot({ words }: { words: boolean }) {
  const { t } = useTranslation();
  const caps = useCaps()("app.palette");
  return (
    <div className="flex shrink-0 flex-col gap-1 low:gap-0.5 border-t border-line pt-2">
      <NewVersion words={words} />
      <Announcements words={words} />
      <Chats words={words} />
      <Unread words={words} />
      <RailButton
        icon={Search}
        label={t("commands.open")}
        words={words}
        caps={caps ?? undefined}
        end={caps && <Caps caps={caps} />}
        aria-haspopup="dialog"
        onClick={() => openCommands("palette")}
      />
      <Popover
        label={t("bar.device")}
        side="right"
        align="end"
        className="w-80 p-4"
        trigger={<RailButton icon={MonitorSmartphone} label={t("bar.device")} words={words} />}
      >
        <Extra>
          <DeviceControls />
        </Extra>
      </Popover>
      <AccountMenu words={words} />
    </div>
  );
}

/** The menu lies over the screen until something is chosen, a press goes elsewhere or the focus leaves. */
function useOver() {
  const [over, setOver] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const [path] = useLocation();
  const close = () => setOver(false);
  useLayer(close, over);
  useEffect(close, [path]);
  useEffect(() => {
    if (!over) return;
    const press = (e: PointerEvent) => {
      const target = e.target as Element;
      // A panel that hangs on a line of the menu is a part of it.
      if (!panel.current?.contains(target) && !target.closest("[popover]")) close();
    };
    addEventListener("pointerdown", press, true);
    return () => removeEventListener("pointerdown", press, true);
  }, [over]);
  return { over, setOver, panel };
}

/** The menu of a desk: 56 px of icons. It opens over the screen; pinned, it keeps its 240 px beside it. */
export function Rail({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const me = useMe();
  const [choice, setChoice] = useAtom(menuAtom);
  const room = useRoomy();
  const pinned = room && (choice || me.defaultMenu) === "open";
  const { over, setOver, panel } = useOver();
  const words = pinned || over;
  return (
    <aside className={cn("relative z-30 shrink-0", pinned ? "w-60" : "w-14")}>
      <div
        ref={panel}
        onKeyDown={(e) => {
          if (e.key !== "Escape" || !over) return;
          e.stopPropagation();
          setOver(false);
        }}
        onBlur={(e) => {
          const next = e.relatedTarget as Element | null;
          if (over && next && !e.currentTarget.contains(next) && !next.closest("[popover]")) setOver(false);
        }}
        className={cn(
          "absolute inset-y-0 left-0 flex flex-col gap-2 border-r border-line bg-surface p-2 transition-[width] duration-150 ease-out",
          words ? "w-60" : "w-14",
          over && !pinned && "shadow-float",
        )}
      >
        <Mark words={words} />
        {pinned
          ? (
            <RailButton
              icon={PanelLeftClose}
              label={t("menu.fold")}
              words
              aria-expanded
              onClick={() => {
                setOver(false);
                setChoice("closed");
              }}
            />
          )
          : (
            <RailButton
              icon={over ? PanelLeftClose : PanelLeftOpen}
              label={t(over ? "menu.fold" : "menu.unfold")}
              words={words}
              aria-expanded={over}
              onClick={() => setOver(!over)}
            />
          )}
        <Menu entries={entries} open={words} onNavigate={() => setOver(false)} />
        {words && <Version />}
        {over && !pinned && room && (
          <RailButton
            icon={Pin}
            label={t("menu.pin")}
            words
            onClick={() => setChoice("open")}
          />
        )}
        <Foot words={words} />
      </div>
    </aside>
  );
}
