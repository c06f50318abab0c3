import { useAtom } from "jotai";
import { type ComponentType, useEffect, useState } from "react";
import { openAtom } from "../../core/commands.ts";
import { codeText, loadWords } from "../../core/words/i18n/i18n.ts";
import { toast } from "../../ui/toast.tsx";

type Panel = ComponentType<{ onClose: () => void }>;
async function load(what: "palette" | "shortcuts"): Promise<Panel> {
  const words = Promise.all([import("../later.ts"), loadWords()]);
  const panel = what === "palette"
    ? import("../palette/palette.tsx").then(({ Palette }) => Palette)
    : import("../../features/keyboard/shortcuts-sheet.tsx").then(({ ShortcutsSheet }) => ShortcutsSheet);
  await words;
  return await panel;
}

/** Where the palette and the list of shortcuts appear. Once, in the frame; loaded when first asked for. */
export function CommandHost() {
  const [open, setOpen] = useAtom(openAtom);
  const [panels, setPanels] = useState<Partial<Record<"palette" | "shortcuts", Panel>>>({});
  useEffect(() => {
    if (!open || panels[open]) return;
    // Without a network it may never have been on this device: said in words, and the next press tries again.
    load(open).then((made) => setPanels((all) => ({ ...all, [open]: made })), () => {
      toast.error(codeText("ERR_UNREACHABLE"));
      setOpen(null);
    });
  }, [open, panels]);
  const Open = open && panels[open];
  return Open && <Open onClose={() => setOpen(null)} />;
}
