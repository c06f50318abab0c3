import { EllipsisVertical, LogOut, Pencil, Plus, ShieldOff, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { factors } from "../../../api/features/factors/contract.ts";
import { type User, users } from "../../../api/features/users/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useCall, useList } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Access, AccessDialog } from "./access-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";
import { UserName, UserQueues, UserRole, UserRow, UserStatus } from "./user-cells.tsx";
import { UserSheet } from "./user-sheet.tsx";

/** /users */
export function UsersScreen() {
  const { t } = useTranslation("users");
  const me = useMe();
  const searching = useSearch();
  const { search } = searching;
  const list = useList(users.list, { query: { searchParam: search } }, { keepPrevious: true, keep: search === "" });
  const [edited, setEdited] = useState<User | "new" | null>(null);
  const [inviting, setInviting] = useState(false);
  const [access, setAccess] = useState<Access | null>(null);
  const remove = useCall(users.remove, { refresh: [users.list] });
  const endSessions = useCall(users.endSessions);
  const clearFactors = useCall(factors.clear);

  const askRemove = async (user: User) => {
    const title = t("confirm.deleteTitle", { name: user.name });
    if (!await confirm({ title, text: t("remove"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: user.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: user.name })),
    });
  };
  const askEnd = async (user: User) => {
    const title = t("endSessionsTitle", { name: user.name });
    if (!await confirm({ title, text: t("endSessionsText"), action: t("endSessions"), danger: true })) return;
    endSessions.mutate({ params: { id: user.id } }, {
      onSuccess: () => toast.success(t("sessionsEnded", { name: user.name })),
    });
  };
  const askClear = async (user: User) => {
    const title = t("clearFactorsTitle", { name: user.name });
    if (!await confirm({ title, text: t("clearFactorsText"), action: t("clearFactors"), danger: true })) return;
    clearFactors.mutate({ params: { id: user.id } }, {
      onSuccess: () => toast.success(t("factorsCleared", { name: user.name })),
    });
  };
  const columns: Column<User>[] = [
    {
      head: t("col.name"),
      cell: (user) => <UserName user={user} onOpen={() => setEdited(user)} />,
      className: "w-1/4 min-w-52",
    },
    {
      head: t("col.email"),
      cell: (user) => <span className="line-clamp-1 text-fg-muted wrap-anywhere">{user.email}</span>,
      className: "min-w-44",
    },
    { head: t("col.profile"), cell: (user) => <UserRole user={user} />, className: "w-36" },
    { head: t("col.queues"), cell: (user) => <UserQueues user={user} /> },
    { head: t("col.status"), cell: (user) => <UserStatus user={user} />, className: "w-32" },
  ];
  const add = (
    <>
      <Button onClick={() => setEdited("new")}>
        <Plus aria-hidden /> {t("add")}
      </Button>
      <Button tone="primary" onClick={() => setInviting(true)}>
        <UserPlus aria-hidden /> {t("invite.open")}
      </Button>
    </>
  );
  return (
    <SearchedRecords
      title={t("title")}
      intro={t("intro")}
      add={add}
      search={{ ...searching, label: t("search") }}
      list={list}
      before={search === "" && <PendingInvitations people={list.count} />}
      columns={columns}
      card={(user) => <UserRow user={user} onOpen={() => setEdited(user)} />}
      actions={(user) => (
        <DropdownMenu
          trigger={<IconButton small icon={EllipsisVertical} tip="none" label={`${t("do.more")}: ${user.name}`} />}
        >
          <MenuItem onSelect={() => setEdited(user)}>
            <Pencil aria-hidden /> {t("do.edit")}
          </MenuItem>
          {user.id !== me.id && (
            <>
              <MenuItem onSelect={() => void askEnd(user)}>
                <LogOut aria-hidden /> {t("endSessions")}
              </MenuItem>
              <MenuItem onSelect={() => void askClear(user)}>
                <ShieldOff aria-hidden /> {t("clearFactors")}
              </MenuItem>
              <MenuLine />
              <MenuItem danger onSelect={() => void askRemove(user)}>
                <Trash2 aria-hidden /> {t("do.delete")}
              </MenuItem>
            </>
          )}
        </DropdownMenu>
      )}
      empty={<Empty drawing="people" title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <UserSheet
          key={edited === "new" ? "new" : edited.id}
          user={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
          onMade={setAccess}
        />
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {access && <AccessDialog access={access} onClose={() => setAccess(null)} />}
    </SearchedRecords>
  );
}
