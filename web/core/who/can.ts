// The signed-in person's rights, for menus and buttons, by the contract's table.
import { useAtomValue } from "jotai";
import { can, type Permission, type Viewer } from "../../../api/contract/permissions.ts";
import type { Me } from "../../../api/features/session/contract.ts";
import { meAtom } from "./me.ts";

const on = (value: string) => value === "enabled";

/** The signed-in person as the permission table wants them. */
export function viewerOf(me: Me): Viewer {
  return {
    id: me.id,
    companyId: me.companyId,
    profile: me.profile,
    super: me.super,
    showDashboard: on(me.showDashboard),
    allowRealTime: on(me.allowRealTime),
    allowConnections: on(me.allowConnections),
    allUserChat: on(me.allUserChat),
    allTicket: on(me.allTicket),
    allowGroup: me.allowGroup,
    allHistoric: on(me.allHistoric),
    userClosePendingTicket: on(me.userClosePendingTicket),
    queueIds: me.queues.map((queue) => queue.id),
  };
}

/** True if the signed-in person may. */
export function useCan(permission: Permission): boolean {
  const me = useAtomValue(meAtom);
  return me !== null && can(viewerOf(me), permission);
}
