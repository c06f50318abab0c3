// The signed-in person. Kept in localStorage so that a start without network knows whose screen it is.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import type { Me } from "../../../api/features/session/contract.ts";
import { looks } from "./support-token.ts";

export const ME_KEY = "recado.me";

function stored(): Me | null {
  if (looks) return null;
  try {
    return JSON.parse(globalThis.localStorage?.getItem(ME_KEY) ?? "null") as Me | null;
  } catch {
    return null;
  }
}

/** The signed-in person, or null. */
export const meAtom = atom<Me | null>(stored());

/** The person outside of components. */
export const currentMe = (): Me | null => getDefaultStore().get(meAtom);

/** Another tab signed in: the stored person is not the one this tab shows. */
export function isSomebodyElse(): boolean {
  const [here, me] = [stored(), currentMe()];
  return here !== null && (here.id !== me?.id || here.companyId !== me?.companyId);
}
/** Removes the person from this tab; the stored one belongs to the person whom another tab signed in. */
export const dropMe = (): void => getDefaultStore().set(meAtom, null);

/** Replaces the signed-in person; null forgets them. */
export function setMe(me: Me | null): void {
  if (looks) { /* The device is the operator's own. */ }
  else if (me) localStorage.setItem(ME_KEY, JSON.stringify(me));
  else localStorage.removeItem(ME_KEY);
  getDefaultStore().set(meAtom, me);
}

/** The signed-in person on a private screen. */
export function useMe(): Me {
  const me = useAtomValue(meAtom);
  if (!me) throw new Error("useMe outside of a signed-in screen");
  return me;
}

/** A company setting the session carries (`requiredTag`, `sendSignMessage` …). */
export function useCompanySetting(key: string): string | undefined {
  return useAtomValue(meAtom)?.company.companieSettings.find((setting) => setting.key === key)?.value;
}
