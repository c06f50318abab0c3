import { RefreshCw, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Invitation, invitations } from "../../../api/features/invitations/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatDate } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { InviteLink } from "./invite-dialog.tsx";

/** Who was invited and has not come yet. `people`: how many there are; when it changes somebody may have come. */
export function PendingInvitations({ people }: { people: number }) {
  const { t } = useTranslation("users");
  const { data, refetch } = useRead(invitations.list, {}, { keep: false });
  const [made, setMade] = useState<{ email: string; link?: string } | null>(null);
  const remove = useCall(invitations.remove, { refresh: [invitations.list] });
  const renew = useCall(invitations.create, { refresh: [invitations.list], onSuccess: setMade });
  useEffect(() => void refetch(), [people, refetch]);
  const ask = async ({ id, email }: Invitation) => {
    const title = t("invite.revokeTitle", { email });
    if (!await confirm({ title, text: t("invite.revokeText"), action: t("invite.revoke"), danger: true })) return;
    remove.mutate({ params: { id } }, { onSuccess: () => toast.success(t("invite.revoked", { email })) });
  };
  const askNew = ({ email, profile, queues }: Invitation) =>
    renew.mutate({ body: { email, profile, queueIds: queues.map(({ id }) => id) } });
  return (
    <>
      {data && data.length > 0 && (
        <section aria-labelledby="invited" className="rounded-card border border-line bg-surface">
          <h2 id="invited" className="px-4 pt-3 pb-1 text-meta font-600 text-fg-muted">
            {t("invite.pending", { count: data.length })}
          </h2>
          <ul className="divide-y divide-line">
            {data.map((one) => (
              <li key={one.id} className="flex items-center gap-3 px-4 py-2">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-500 wrap-anywhere">
                    {one.email}
                    {one.profile === "admin" && <Badge tone="primary">{t("role.admin")}</Badge>}
                    {one.queues.map((queue) => <Chip key={queue.id} colour={queue.color}>{queue.name}</Chip>)}
                  </p>
                  <p className="text-meta text-fg-muted wrap-anywhere">
                    {t("invite.until", { date: formatDate(one.expiresAt), name: one.invitedBy })}
                  </p>
                </div>
                <IconButton
                  small
                  icon={RefreshCw}
                  label={`${t("invite.again")}: ${one.email}`}
                  onClick={() => askNew(one)}
                />
                <IconButton
                  small
                  icon={Trash2}
                  label={`${t("invite.revoke")}: ${one.email}`}
                  onClick={() =>
                    void ask(one)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {made && <InviteLink {...made} onClose={() => setMade(null)} />}
    </>
  );
}
