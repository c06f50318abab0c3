import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { OfflineStrip } from "../patterns/offline-strip.tsx";
import { usePhone } from "../patterns/use-phone.ts";
import { Sheet } from "../ui/sheet.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { InboxAlerts } from "./inbox/alerts.tsx";
import { Menu, Rail } from "./menu.tsx";
import { TopBar } from "./top-bar.tsx";

/** Menu, top bar and the screen between them. On a phone an open conversation has the whole screen. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [path] = useLocation();
  const [menu, setMenu] = useState(false);
  const alone = phone && /^\/tickets\/./.test(path);
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:shadow-float"
      >
        {t("app.skip")}
      </a>
      <div className="flex min-h-0 flex-1">
        {!phone && <Rail />}
        <div className="flex min-w-0 flex-1 flex-col">
          {!alone && <TopBar />}
          <OfflineStrip />
          <InboxAlerts />
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">{children}</main>
          {phone && !alone && <BottomBar onMore={() => setMenu(true)} />}
        </div>
      </div>
      {phone && (
        <Sheet open={menu} onOpenChange={setMenu} title={t("menu.more")} closeLabel={t("do.close")}>
          <Menu open onNavigate={() => setMenu(false)} />
        </Sheet>
      )}
    </div>
  );
}
