import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { User } from "../../../api/features/users/contract.ts";
import { useMedia } from "../../core/device/media.ts";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";

const SHOWN_QUEUES = 3;

/** Face and name; opens the person. */
export function UserName({ user, onOpen }: { user: User; onOpen: () => void }) {
  const src = useMedia(user.profileImage);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex max-w-full items-center gap-3 rounded-control text-left touch:min-h-11"
    >
      <Avatar name={user.name} src={src} colour={user.color} size="small" />
      <span dir="auto" className="line-clamp-2 min-w-0 font-500 wrap-anywhere hover:underline">{user.name}</span>
    </button>
  );
}

/** A person in two lines: name, then whether they are there, what they are, and their queues. Opens the person. */
export function UserRow({ user, onOpen }: { user: User; onOpen: () => void }) {
  const src = useMedia(user.profileImage);
  return (
    <RecordRow sign={<Avatar name={user.name} src={src} colour={user.color} />} name={user.name} onOpen={onOpen}>
      <UserStatus user={user} />
      {user.profile === "admin" && <UserRole user={user} />}
      <span className="truncate">{user.queues.map((queue) => queue.name).join(", ") || user.email}</span>
    </RecordRow>
  );
}

/** The first queues, and how many more. */
export function UserQueues({ user }: { user: User }) {
  const rest = user.queues.slice(SHOWN_QUEUES);
  return (
    <span className="flex flex-wrap gap-1">
      {user.queues.slice(0, SHOWN_QUEUES).map((queue) => <Chip key={queue.id} colour={queue.color}>{queue.name}</Chip>)}
      {rest.length > 0 && (
        <span title={rest.map((queue) => queue.name).join(", ")}>
          <Badge>+{rest.length}</Badge>
        </span>
      )}
    </span>
  );
}

export function UserRole({ user }: { user: User }) {
  const { t } = useTranslation("users");
  return <Badge tone={user.profile === "admin" ? "primary" : "neutral"}>{t(`role.${user.profile}`)}</Badge>;
}

export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation("users");
  return (
    <span className="inline-flex items-center gap-1.5 text-meta text-fg-muted">
      <span aria-hidden className={`size-2 rounded-full ${user.online ? "bg-success" : "border border-line-strong"}`} />
      {t(user.online ? "online" : "offline")}
    </span>
  );
}
