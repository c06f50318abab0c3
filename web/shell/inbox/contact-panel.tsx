import { ArrowLeft, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import { formatListTime } from "../../core/format.ts";
import { href } from "../../core/href.ts";
import { useMedia } from "../../core/media.ts";
import { useList, useRead } from "../../core/query.ts";
import { plain } from "../../features/tickets/list/plain.ts";
import { phoneNumber } from "../../features/tickets/phone-number.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";

interface Props {
  ticket: Ticket;
  /** The whole screen, with a way back. */
  alone: boolean;
  onClose: () => void;
}
const tones = { open: "success", pending: "warning", group: "info" } as const;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-fg-subtle">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Tickets({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const list = useList(tickets.list, { query: { contacts: JSON.stringify([ticket.contactId]) } });
  return (
    <section aria-label={t("contact.tickets")} className="border-t border-line px-4 py-4">
      <h3 className="mb-2 text-meta font-500 text-fg-subtle">{t("contact.tickets")}</h3>
      {list.isLoading && (
        <Late>
          <Skeleton className="h-10" />
        </Late>
      )}
      <ul className="-mx-2">
        {list.records.map((other) => (
          <li key={other.id}>
            <Link
              href={href("ticket", { uuid: other.uuid })}
              aria-current={other.id === ticket.id ? "true" : undefined}
              className={cn(
                "flex min-h-11 items-center gap-2 rounded-control px-2 py-1 hover:bg-hover",
                other.id === ticket.id && "bg-primary-soft",
              )}
            >
              <span className="w-16 shrink-0 text-meta text-fg-muted tabular-nums">#{other.id}</span>
              <span className="min-w-0 flex-1 truncate text-meta text-fg-muted">
                {plain(other.lastMessage, other.lastFromMe) || "—"}
              </span>
              <Badge tone={tones[other.status as keyof typeof tones] ?? "neutral"}>
                {t(`status.${other.status}`, other.status)}
              </Badge>
              <time dateTime={other.updatedAt} className="shrink-0 text-[12px] text-fg-subtle">
                {formatListTime(other.updatedAt)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button size="small" tone="quiet" busy={list.isFetchingMore} onClick={list.more}>{t("contact.more")}</Button>
      )}
    </section>
  );
}

/** Who the customer is, beside the conversation on a desk, on the whole screen of a phone. */
export function ContactPanel({ ticket, alone, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const panel = useRef<HTMLElement>(null);
  const { data: contact } = useRead(contacts.show, { params: { id: ticket.contactId } });
  const picture = useMedia(ticket.contact.urlPicture);
  const { name, number } = ticket.contact;
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t("contact.panel")}
      onKeyDown={(e) => e.key === "Escape" && onClose()}
      className={cn(
        "z-20 flex flex-col overflow-y-auto bg-surface outline-none",
        alone
          ? "fixed inset-0 animate-fade"
          : "absolute inset-y-0 right-0 w-85 border-l border-line shadow-float animate-from-right @[800px]:static @[800px]:shadow-none",
      )}
    >
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-2">
        {alone && <IconButton icon={ArrowLeft} label={t("do.back")} tip="none" onClick={onClose} />}
        <h2 className="flex-1 px-2 font-600">{t("contact.panel")}</h2>
        {!alone && <IconButton icon={X} label={t("do.close")} tip="none" onClick={onClose} />}
      </header>
      <div className="flex flex-col items-center gap-2 px-4 py-6 text-center">
        <Avatar name={name} src={picture} size="large" />
        <p className="text-lead font-600 wrap-anywhere">{name}</p>
        {contact && contact.tags.length > 0 && (
          <p className="flex flex-wrap justify-center gap-1">
            {contact.tags.map((tag) => <Chip key={tag.id} colour={tag.color}>{tag.name}</Chip>)}
          </p>
        )}
      </div>
      <dl className="space-y-3 border-t border-line px-4 py-4">
        {number && (
          <Fact label={t("contact.number")}>
            <span className="flex items-center justify-between gap-2 tabular-nums">
              {phoneNumber(number)} <CopyButton text={number} />
            </span>
          </Fact>
        )}
        {contact?.email && (
          <Fact label={t("contact.email")}>
            <a href={`mailto:${contact.email}`} className="text-primary-fg hover:underline">{contact.email}</a>
          </Fact>
        )}
        <Fact label={t("contact.connection")}>
          {ticket.whatsapp?.name ?? "—"} · {t(`channel.${ticket.channel}`, ticket.channel)}
        </Fact>
        {contact?.extraInfo.map((info) => <Fact key={info.id} label={info.name}>{info.value}</Fact>)}
      </dl>
      <Tickets ticket={ticket} />
    </aside>
  );
}
