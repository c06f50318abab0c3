import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Contact } from "../../../api/features/contacts/contract.ts";
import { useMedia } from "../../core/device/media.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { ChannelBadge, ChannelName } from "../../patterns/channel-badge.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";

const SHOWN_TAGS = 2;

/** Face and name, and that somebody blocked it; opens the contact. */
export function ContactName({ contact, onOpen }: { contact: Contact; onOpen: (() => void) | undefined }) {
  const { t } = useTranslation("contacts");
  const src = useMedia(contact.urlPicture);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="group/name flex max-w-full items-center gap-3 rounded-control text-left touch:min-h-11"
    >
      <Avatar name={contact.name} src={src} size="small" />
      <span dir="auto" className="line-clamp-2 min-w-0 font-500 wrap-anywhere group-hover/name:underline">
        {contact.name}
      </span>
      {!contact.active && <Badge tone="danger" className="shrink-0">{t("blocked")}</Badge>}
    </button>
  );
}

/** A contact in two lines: name, then number or address, the first tag, and that it is blocked. Opens it. */
export function ContactRow({ contact, onOpen }: { contact: Contact; onOpen?: () => void }) {
  const { t } = useTranslation("contacts");
  const src = useMedia(contact.urlPicture);
  const badge = contact.channel && <ChannelBadge channel={contact.channel} named />;
  const [tag, ...rest] = contact.tags;
  return (
    <RecordRow sign={<Avatar name={contact.name} src={src} badge={badge} />} name={contact.name} onOpen={onOpen}>
      {!contact.active && <Badge tone="danger">{t("blocked")}</Badge>}
      <span className="truncate tabular-nums">{phoneNumber(contact.number) || contact.email}</span>
      {tag && <Chip colour={tag.color} className="min-w-0 shrink">{tag.name}</Chip>}
      {rest.length > 0 && <span className="shrink-0">+{rest.length}</span>}
    </RecordRow>
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
