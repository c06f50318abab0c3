import { useTranslation } from "react-i18next";
import type { User } from "../../../api/features/users/contract.ts";
import { useMedia } from "../../core/device/media.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";

const SHOWN_QUEUES = 3;

/** Face and name; opens the person. */
export function UserName({ user, onOpen, detail }: { user: User; onOpen: () => void; detail?: boolean }) {
  const src = useMedia(user.profileImage);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex max-w-full items-center gap-3 rounded-control text-left touch:min-h-11"
    >
      <Avatar name={user.name} src={src} colour={user.color} size={detail ? "normal" : "small"} />
      <span className="min-w-0">
        <span className="line-clamp-2 font-500 wrap-anywhere hover:underline">{user.name}</span>
        {detail && <span className="block truncate text-meta text-fg-muted">{user.email}</span>}
      </span>
    </button>
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
