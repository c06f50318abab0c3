import { ArrowLeft, ChevronDown, Pencil, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { contacts } from "../../../../api/features/contacts/contract.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { whenEscape } from "../../../core/commands.ts";
import { useMedia } from "../../../core/device/media.ts";
import { useRead } from "../../../core/query.ts";
import { ContactSwitches } from "../../../features/contacts/contact-switches.tsx";
import { TicketNotes } from "../../../features/ticket-notes/ticket-notes.tsx";
import { NumberCheck } from "../../../features/tickets/actions/dialogs/number-check.tsx";
import { ContactTags } from "../../../features/tickets/tags/contact-tags.tsx";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { CopyButton } from "../../../patterns/copy-button.tsx";
import { ChannelName } from "../../../patterns/channel-badge.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useLayer } from "../../../ui/layers.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useOnline } from "../../../core/use-online.ts";
import { ContactTickets } from "./contact-tickets.tsx";
import { MergedContacts } from "./merged-contacts.tsx";
import { useCustomerTime } from "./use-customer-time.ts";

const MediaGallery = onDemand(
  () => import("../../../features/messages/gallery/media-gallery.tsx").then((m) => m.MediaGallery),
  <Skeleton className="mt-2 h-24" />,
);
const ContactSheet = onDemand(() =>
  import("../../../features/contacts/sheet/contact-sheet.tsx").then((m) => m.ContactSheet)
);

interface Props {
  ticket: Ticket;
  /** In the place of the conversation, with a way back; beside the rail where there is one. */
  alone: boolean;
  onClose: () => void;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-fg-subtle">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What was sent in the conversation; asked for when somebody wants to see it. */
function Gallery({ ticketId, name }: { ticketId: number; name: string }) {
  const { t } = useTranslation("tickets");
  const [open, setOpen] = useState(false);
  return (
    <section className="border-t border-line px-4 py-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-2 flex min-h-9 w-[calc(100%+16px)] items-center justify-between rounded-control px-2 text-meta font-500 text-fg-subtle hover:bg-hover touch:min-h-11"
      >
        {t("contact.media")}
        <ChevronDown aria-hidden className={cn("size-4 transition-transform", open && "rotate-180")} />
      </button>
      {open && <MediaGallery ticketId={ticketId} contactName={name} />}
    </section>
  );
}

/** Who the customer is: beside the conversation, over the list where the conversation would have less than 600 px, or in its place. */
export function ContactPanel({ ticket, alone, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const panel = useRef<HTMLElement>(null);
  const { data: contact } = useRead(contacts.show, { params: { id: ticket.contactId } }, { keep: false });
  const picture = useMedia(ticket.contact.urlPicture);
  const online = useOnline();
  const [editing, setEditing] = useState(false);
  const { name, number } = ticket.contact;
  const time = useCustomerTime(number);
  useLayer(onClose, alone);
  // It goes before the ticket it is about, wherever the focus is.
  useEffect(() => whenEscape("panel", () => (onClose(), true)), [onClose]);
  // Again, too, when a part of it was waited for: what is hidden meanwhile loses the focus.
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t("contact.panel")}
      onKeyDown={(e) => e.key === "Escape" && !editing && (e.stopPropagation(), onClose())}
      className={cn(
        "z-20 flex flex-col overflow-y-auto bg-surface outline-none",
        alone
          ? "absolute inset-0 animate-fade pb-[env(safe-area-inset-bottom)]"
          : "absolute inset-y-0 right-full w-[405px] border-r border-line animate-fade @[1344px]/inbox:static @[1344px]/inbox:w-85 @[1344px]/inbox:border-r-0 @[1344px]/inbox:border-l",
      )}
    >
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-2">
        {alone && <IconButton icon={ArrowLeft} label={t("do.back")} tip="none" onClick={onClose} />}
        <h2 className="flex-1 px-2 font-600">{t("contact.panel")}</h2>
        {contact && (
          <IconButton
            icon={Pencil}
            label={t("contact.edit")}
            disabled={!online}
            onClick={() => setEditing(true)}
          />
        )}
        {!alone && <IconButton icon={X} label={t("do.close")} tip="none" onClick={onClose} />}
      </header>
      <div className="flex flex-col items-center gap-2 px-4 py-6 text-center">
        <Avatar name={name} src={picture} size="large" />
        <p className="text-lead font-600 wrap-anywhere">{name}</p>
        {contact?.active === false && <Badge tone="danger">{t("contact.blocked")}</Badge>}
      </div>
      {contact && (
        <section aria-label={t("tags.title")} className="border-t border-line px-4 py-4">
          <ContactTags contact={contact} key={contact.id} />
        </section>
      )}
      <dl className="space-y-3 border-t border-line px-4 py-4">
        {number && (
          <Fact label={t("contact.number")}>
            <span className="flex items-center justify-between gap-2 tabular-nums">
              {phoneNumber(number)} {!number.includes("*") && <CopyButton text={number} />}
            </span>
          </Fact>
        )}
        {time && (
          <Fact label={t("contact.time")}>
            <time className="tabular-nums">{time}</time>
          </Fact>
        )}
        {contact?.email && (
          <Fact label={t("contact.email")}>
            <a href={`mailto:${contact.email}`} className="text-primary-fg hover:underline">{contact.email}</a>
          </Fact>
        )}
        <Fact label={t("contact.connection")}>
          {ticket.whatsapp?.name ?? "—"} · <ChannelName channel={ticket.channel} />
        </Fact>
        {contact?.extraInfo.map((info) => <Fact key={info.id} label={info.name}>{info.value}</Fact>)}
      </dl>
      {!ticket.isGroup && <MergedContacts contactId={ticket.contactId} name={name} />}
      <TicketNotes key={ticket.id} ticket={ticket} />
      <Gallery ticketId={ticket.id} name={name} />
      <ContactTickets ticket={ticket} />
      {contact && <ContactSwitches contact={contact} />}
      {editing && contact && (
        <ContactSheet
          contact={contact}
          check={(digits) => <NumberCheck number={digits} />}
          onClose={() => setEditing(false)}
        />
      )}
    </aside>
  );
}
