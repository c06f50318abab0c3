import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { idle } from "../../core/page/idle.ts";
import { InstallHost } from "../../features/install/host.tsx";
import { InstallEntry } from "../../features/install/entry.tsx";
import { askingAtom } from "../../features/notifications/state.ts";
import { LateSheet } from "../../patterns/late-sheet.tsx";
import { OfflineStrip } from "../../patterns/offline/offline-strip.tsx";
import { OutboxStrip } from "../../patterns/offline/outbox-count.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { CommandHost, CommandsEntry } from "./command-host.tsx";
import { Extra } from "../error-boundary.tsx";
import { useEntries } from "./entries.ts";
import { Menu, Rail } from "./menu.tsx";
import { NotificationsEntry, NotificationsHost } from "./notifications.tsx";
import { TopBar } from "./top-bar.tsx";

const InboxAlerts = lazy(async () => {
  await idle();
  const module = await import("../../screens/inbox/alerts/alerts.tsx");
  return { default: module.InboxAlerts };
});

/** Menu, top bar and the screen between them. On a phone an open conversation has the whole screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const entries = useEntries();
  const [path] = useLocation();
  const [menu, setMenu] = useState(false);
  const asking = useAtomValue(askingAtom);
  const alone = phone && /^\/tickets\/./.test(path);
  return (
    <div className="flex h-[calc(100dvh-var(--keyboard))] flex-col bg-surface pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:shadow-float"
      >
        {t("app.skip")}
      </a>
      <div className="flex min-h-0 flex-1">
        {!phone && <Rail entries={entries} />}
        <div className="flex min-w-0 flex-1 flex-col">
          {!alone && <TopBar />}
          <OfflineStrip />
          <OutboxStrip />
          <Extra>
            <Suspense>
              <InboxAlerts />
            </Suspense>
          </Extra>
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">{children}</main>
          <Extra>
            <InstallHost quiet={alone || asking} />
          </Extra>
          {phone && !alone && <BottomBar entries={entries} onMore={() => setMenu(true)} />}
        </div>
      </div>
      <NotificationsHost />
      <CommandHost />
      {phone && (
        <LateSheet open={menu} onOpenChange={setMenu} title={t("menu.more")} closeLabel={t("do.close")}>
          <Menu
            entries={entries}
            open
            onNavigate={() => setMenu(false)}
          >
            <CommandsEntry onOpen={() => setMenu(false)} />
            <NotificationsEntry onOpen={() => setMenu(false)} />
            <InstallEntry onChoose={() => setMenu(false)} />
          </Menu>
        </LateSheet>
      )}
    </div>
  );
}
