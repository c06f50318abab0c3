import { useAtom } from "jotai";
import { Search } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { namespaces, openAtom, openCommands, useCaps } from "../../core/commands.ts";
import { codeText, loadTexts } from "../../core/words/i18n/i18n.ts";
import { Caps } from "../../ui/caps.tsx";
import { toast } from "../../ui/toast.tsx";

type Panel = ComponentType<{ onClose: () => void }>;
async function load(what: "palette" | "shortcuts"): Promise<Panel> {
  const words = import("../../later.ts").then(() => Promise.all(["keyboard", ...namespaces()].map(loadTexts)));
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

/** The way to the palette in the top bar of a desk: looks like the field it opens. */
export function CommandsButton() {
  const { t } = useTranslation();
  const caps = useCaps()("app.palette");
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openCommands("palette")}
      className="mr-1 flex h-8 items-center gap-2 rounded-control border border-line bg-bg px-2.5 text-meta text-fg-muted transition-colors hover:bg-hover hover:text-fg max-sm:hidden touch:h-11"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="max-md:sr-only">{t("commands.open")}</span>
      {caps && <Caps caps={caps} className="max-lg:hidden" />}
    </button>
  );
}

/** The way to it in a phone's "Mais". */
export function CommandsEntry({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="flex h-11 w-full items-center gap-3 rounded-control px-2.5 text-body font-500 text-fg-muted hover:bg-hover hover:text-fg"
      onClick={() => {
        onOpen();
        openCommands("palette");
      }}
    >
      <Search aria-hidden className="size-5" /> {t("commands.open")}
    </button>
  );
}
