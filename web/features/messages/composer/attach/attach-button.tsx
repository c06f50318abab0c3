import { Paperclip } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../../core/app-files/on-demand.ts";
import { DropdownMenu } from "../../../../ui/dropdown-menu.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { MenuItem } from "../../../../ui/menu-panel.tsx";
import { filmKind, hasOwnCamera, photoKind } from "./camera.ts";
import { documentKind } from "./documents.ts";
import { mediaKind } from "./media.ts";

interface Props {
  /** Nothing can be attached now; the rest of the menu still works. */
  disabled: boolean;
  onPick: (files: File[]) => void;
  /** More entries, where the composer has no room for their buttons. */
  children?: ReactNode;
}
const CameraDialog = onDemand(() => import("./camera-dialog.tsx").then((m) => m.CameraDialog));
const kinds = [mediaKind, documentKind];

/** What can be attached. A new kind is a file beside this one and an entry in the list. */
export function AttachButton({ disabled, onPick, children }: Props) {
  const { t } = useTranslation("messages");
  const input = useRef<HTMLInputElement>(null);
  const [camera, setCamera] = useState(false);
  const own = hasOwnCamera();
  const entries = own ? [photoKind, filmKind, ...kinds] : [photoKind, ...kinds];
  const choose = ({ name, accept }: (typeof entries)[number]) => {
    const capture = name === "photo" || name === "film";
    if (capture && !own) return setCamera(true);
    if (!input.current) return;
    input.current.accept = accept;
    // The camera that looks away from the person.
    if (capture) input.current.setAttribute("capture", "environment");
    else input.current.removeAttribute("capture");
    input.current.multiple = !capture;
    input.current.click();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(e) => {
          const files = [...e.target.files ?? []];
          e.target.value = "";
          if (files.length > 0) onPick(files);
        }}
      />
      <DropdownMenu
        side="top"
        align="start"
        trigger={<IconButton icon={Paperclip} label={t("attach.label")} tip="top" disabled={disabled && !children} />}
      >
        {entries.map((kind) => (
          <MenuItem key={kind.name} disabled={disabled} onSelect={() => choose(kind)}>
            <kind.icon aria-hidden /> {t(`attach.${kind.name}`)}
          </MenuItem>
        ))}
        {children}
      </DropdownMenu>
      {camera && (
        <CameraDialog
          onClose={() => setCamera(false)}
          onTaken={(photo) => {
            setCamera(false);
            onPick([photo]);
          }}
        />
      )}
    </>
  );
}
