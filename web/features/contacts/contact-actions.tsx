import { Ban, EllipsisVertical, MessageSquare, Pencil, Trash2, UserCheck } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Contact } from "../../../api/features/contacts/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";
import { useContactDeeds } from "./use-contact-deeds.ts";

interface Props {
  contact: Contact;
  /** Without a network nothing can be changed. */
  online: boolean;
  onTicket: (contact: Contact) => void;
  onEdit: (contact: Contact) => void;
}

/** Buttons of a contact's row. */
export function ContactActions({ contact, online, onTicket, onEdit }: Props) {
  const { t } = useTranslation("contacts");
  const mayDelete = useCan("contacts-page:deleteContact");
  const deeds = useContactDeeds();
  return (
    <>
      <IconButton
        small
        icon={MessageSquare}
        label={`${t("do.ticket")}: ${contact.name}`}
        tip="none"
        disabled={!online}
        onClick={() => onTicket(contact)}
      />
      <DropdownMenu
        trigger={
          <IconButton
            small
            icon={EllipsisVertical}
            tip="none"
            label={`${t("do.more")}: ${contact.name}`}
            disabled={!online}
          />
        }
      >
        <MenuItem onSelect={() => onEdit(contact)}>
          <Pencil aria-hidden /> {t("do.edit")}
        </MenuItem>
        <MenuItem onSelect={() => void deeds.block(contact)}>
          {contact.active ? <Ban aria-hidden /> : <UserCheck aria-hidden />}
          {t(contact.active ? "do.block" : "do.unblock")}
        </MenuItem>
        {mayDelete && (
          <>
            <MenuLine />
            <MenuItem danger onSelect={() => void deeds.remove(contact)}>
              <Trash2 aria-hidden /> {t("do.delete")}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
    </>
  );
}
