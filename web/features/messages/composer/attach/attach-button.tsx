import { Paperclip } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DropdownMenu } from "../../../../ui/dropdown-menu.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { MenuItem } from "../../../../ui/menu-panel.tsx";
import { documentKind } from "./documents.ts";
import { mediaKind } from "./media.ts";

interface Props {
  /** Nothing can be attached now; the rest of the menu still works. */
  disabled: boolean;
  onPick: (files: File[]) => void;
  /** More entries, where the composer has no room for their buttons. */
  children?: ReactNode;
}
const kinds = [mediaKind, documentKind];

/** What can be attached. A new kind is a file beside this one and an entry in the list. */
export function AttachButton({ disabled, onPick, children }: Props) {
  const { t } = useTranslation("messages");
  const input = useRef<HTMLInputElement>(null);
  const choose = (accept: string) => {
    if (!input.current) return;
    input.current.accept = accept;
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
        {kinds.map(({ name, icon: Icon, accept }) => (
          <MenuItem
            key={name}
            disabled={disabled}
            onSelect={() => choose(accept)}
          >
            <Icon aria-hidden /> {t(`attach.${name}`)}
          </MenuItem>
        ))}
        {children}
      </DropdownMenu>
    </>
  );
}
