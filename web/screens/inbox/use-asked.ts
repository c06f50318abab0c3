import { getDefaultStore, useAtom } from "jotai";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { href } from "../../core/page/href.ts";
import { openDialog } from "../../features/tickets/actions/dialogs.ts";
import { fromAddress, toAddress } from "../../features/tickets/state/address.ts";
import { listAtom } from "../../features/tickets/state/state.ts";

/**
 * Address and list follow each other: every view has its own, Back finds tab, search and filters again, and a link can ask for
 * them. `?new=1` (a shortcut of the app) is done once, then it is gone. `/tickets/undefined` is the list.
 */
export function useAsked(): void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const list = href("tickets");
  // What one comes to is asked for before anything is drawn. Later the list leads: Back out of a conversation changes no filter.
  useState(() => {
    const asked = path === list ? fromAddress(search) : null;
    if (asked) getDefaultStore().set(listAtom, asked);
  });
  const [state, setState] = useAtom(listAtom);
  useEffect(() => {
    if (path === href("ticket", { uuid: "undefined" })) navigate(list, { replace: true });
  }, [path]);
  useEffect(() => {
    if (path !== list) return;
    const asked = new URLSearchParams(search);
    const wanted = asked.has("source") ? fromAddress(search) : null;
    if (wanted) setState(wanted);
    if (asked.has("new")) openDialog({ kind: "new" });
    const address = toAddress(wanted ?? state);
    if (address !== (search && `?${search}`)) history.replaceState(history.state, "", list + address);
  }, [path, search, state]);
}
