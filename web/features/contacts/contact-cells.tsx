import { useTranslation } from "react-i18next";
import type { Contact } from "../../../api/features/contacts/contract.ts";
import { useMedia } from "../../core/device/media.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { ChannelBadge, ChannelName } from "../../patterns/channel-badge.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";

const SHOWN_TAGS = 2;

/** Face and name; opens the contact. */
export function ContactName({ contact, onOpen, detail }: { contact: Contact; onOpen?: () => void; detail?: boolean }) {
  const src = useMedia(contact.urlPicture);
  const badge = contact.channel && <ChannelBadge channel={contact.channel} named />;
  const face = <Avatar name={contact.name} src={src} size={detail ? "normal" : "small"} badge={detail && badge} />;
  const words = (
    <span className="min-w-0">
      <span className="line-clamp-2 font-500 wrap-anywhere group-hover/name:underline">{contact.name}</span>
      {detail && contact.number && (
        <span className="block truncate text-meta text-fg-muted tabular-nums">{phoneNumber(contact.number)}</span>
      )}
      {detail && contact.email && <span className="block truncate text-meta text-fg-muted">{contact.email}</span>}
    </span>
  );
  if (!onOpen) return <span className="flex max-w-full items-center gap-3">{face}{words}</span>;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="group/name flex max-w-full items-center gap-3 rounded-control text-left touch:min-h-11"
    >
      {face}
      {words}
    </button>
  );
}

/** The channel, and over which connection it began. */
export function ContactChannel({ contact }: { contact: Contact }) {
  if (!contact.channel) return <span className="text-fg-subtle">—</span>;
  return (
    <span className="flex items-center gap-2 text-fg-muted">
      <ChannelBadge channel={contact.channel} />
      <span className="min-w-0">
        <span className="block truncate">
          <ChannelName channel={contact.channel} />
        </span>
        {contact.whatsapp && <span className="block truncate text-meta text-fg-subtle">{contact.whatsapp.name}</span>}
      </span>
    </span>
  );
}

/** The first tags, and how many more. */
export function ContactTags({ contact }: { contact: Contact }) {
  const rest = contact.tags.slice(SHOWN_TAGS);
  return (
    <span className="flex flex-wrap gap-1">
      {contact.tags.slice(0, SHOWN_TAGS).map((tag) => <Chip key={tag.id} colour={tag.color}>{tag.name}</Chip>)}
      {rest.length > 0 && (
        <span title={rest.map((tag) => tag.name).join(", ")}>
          <Badge>+{rest.length}</Badge>
        </span>
      )}
    </span>
  );
}

export function ContactState({ contact }: { contact: Contact }) {
  const { t } = useTranslation("contacts");
  return <Badge tone={contact.active ? "success" : "danger"}>{t(contact.active ? "active" : "blocked")}</Badge>;
}
