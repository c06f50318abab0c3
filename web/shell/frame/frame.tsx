import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { inIdle, onDemand } from "../../core/app-files/on-demand.ts";
import { InstallHost } from "../../features/install/host.tsx";
import { askingAtom } from "../../features/notifications/state.ts";
import { OfflineStrip } from "../../patterns/offline/offline-strip.tsx";
import { OldStrip } from "../../patterns/offline/old-strip.tsx";
import { OutboxStrip } from "../../patterns/offline/outbox-count.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { BottomBar, daily } from "./bottom-bar.tsx";
import { Extra } from "../../patterns/error-boundary.tsx";
import { useEntries } from "./entries.ts";
import { Rail } from "./rail.tsx";

const Above = inIdle(() => import("./above.tsx").then((module) => module.Above), () => import("../later.ts"));
const Hosts = inIdle(() => import("../hosts/hosts.tsx").then((module) => module.Hosts));
/** Comes after the first screen, or with the first opening. */
const MoreSheet = onDemand(() => import("./more-sheet.tsx").then((module) => module.MoreSheet));

/** The menu and the screen beside it. On a phone an open conversation has the whole screen, a customer's as well as colleagues'. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const entries = useEntries();
  const [path] = useLocation();
  const [menu, setMenu] = useState(false);
  const [menuAsked, setMenuAsked] = useState(false);
  const asking = useAtomValue(askingAtom);
  const atHand = daily(entries);
  const alone = phone && /^\/(tickets|chats)\/./.test(path);
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
          <OfflineStrip />
          <OldStrip />
          <OutboxStrip />
          <Extra>
            <Above />
          </Extra>
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">{children}</main>
          <Extra>
            <InstallHost quiet={alone || asking} />
          </Extra>
          {phone && !alone && (
            <BottomBar
              daily={atHand}
              rest={entries.filter((entry) => !atHand.includes(entry))}
              onMore={() => {
                setMenuAsked(true);
                setMenu(true);
              }}
            />
          )}
        </div>
      </div>
      <Extra>
        <Hosts />
      </Extra>
      {phone && menuAsked && (
        <MoreSheet entries={entries.filter((entry) => !atHand.includes(entry))} open={menu} onOpenChange={setMenu} />
      )}
    </div>
  );
}
