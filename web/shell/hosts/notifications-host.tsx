import { useAtom } from "jotai";
import { type ComponentType, useEffect, useState } from "react";
import { codeText, loadWords } from "../../core/words/i18n/i18n.ts";
import { openInstall } from "../../features/install/offer.ts";
import { notificationsOpenAtom } from "../../features/notifications/state.ts";
import { toast } from "../../ui/toast.tsx";

type Sheet = ComponentType<{ onClose: () => void; onInstall: () => void }>;
async function load(): Promise<Sheet> {
  const [module] = await Promise.all([
    import("../../features/notifications/sheet/notifications-sheet.tsx"),
    loadWords(),
  ]);
  return module.NotificationsSheet;
}

/** Where the sheet of notifications appears. Once, in the frame. */
export function NotificationsHost() {
  const [open, setOpen] = useAtom(notificationsOpenAtom);
  const [Sheet, setSheet] = useState<Sheet | null>(null);
  useEffect(() => {
    if (!open || Sheet) return;
    // Without a network it may never have been on this device: said in words, and the next press tries again.
    load().then((made) => setSheet(() => made), () => {
      toast.error(codeText("ERR_UNREACHABLE"));
      setOpen(false);
    });
  }, [open, Sheet]);
  return open && Sheet && (
    <Sheet
      onClose={() => setOpen(false)}
      onInstall={() => {
        setOpen(false);
        void openInstall();
      }}
    />
  );
}
