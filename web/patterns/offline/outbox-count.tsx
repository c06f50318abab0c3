import { atom, useAtom, useAtomValue } from "jotai";
import { ClockAlert } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { codeText } from "../../core/words/i18n/i18n.ts";
import { connectionAtom } from "../../core/live.ts";
import { outboxAtom, outboxCountAtom } from "../../core/outbox.ts";
import { toast } from "../../ui/toast.tsx";

const openAtom = atom(false);

/** The sheet, loaded when it opens. Without a network its file may not be on this device: then a message says so. */
function useSheet(wanted: boolean, giveUp: () => void) {
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  useEffect(() => {
    if (!wanted || Sheet) return;
    import("./outbox-sheet.tsx").then((module) => setSheet(() => module.OutboxSheet), () => {
      toast.error(codeText("ERR_UNREACHABLE"));
      giveUp();
    });
  }, [wanted, Sheet]);
  return Sheet;
}

/** The number of unsent actions of this device; opens their list. */
export function OutboxCount() {
  const { t } = useTranslation();
  const { waiting, refused } = useAtomValue(outboxCountAtom);
  const [, setOpen] = useAtom(openAtom);
  if (waiting + refused === 0) return null;
  const parts = [
    waiting > 0 && t("outbox.waiting", { count: waiting }),
    refused > 0 && t("outbox.refused", { count: refused }),
  ];
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="shrink-0 rounded-control px-1.5 py-0.5 font-600 whitespace-nowrap underline underline-offset-2 hover:bg-hover touch:min-h-11"
    >
      {parts.filter(Boolean).join(" · ")}
    </button>
  );
}

/**
 * A quiet line while there are refused actions, and the list that it opens. Without a network the other line holds the count; a
 * conversation shows its own refused messages.
 */
export function OutboxStrip() {
  const state = useAtomValue(connectionAtom);
  const [path] = useLocation();
  const { refused } = useAtomValue(outboxCountAtom);
  const rows = useAtomValue(outboxAtom).filter((row) => row.state === "refused" && row.kind !== "read");
  const here = rows.length > 0 && rows.every((row) => row.about.uuid && path.endsWith(row.about.uuid));
  const [open, setOpen] = useAtom(openAtom);
  const Sheet = useSheet(open, () => setOpen(false));
  const shown = refused > 0 && !here && state === "online";
  return (
    <>
      {shown && (
        <div className="flex min-h-8 shrink-0 items-center justify-center gap-1 bg-danger-soft px-3 text-meta text-fg">
          <ClockAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <OutboxCount />
        </div>
      )}
      {open && Sheet && <Sheet onClose={() => setOpen(false)} />}
    </>
  );
}
