import { atom, getDefaultStore } from "jotai";

/** The ticket whose conversation is searched; null for none. */
export const searchedAtom = atom<number | null>(null);
/** Opens the search of a conversation. */
export const openSearch = (ticketId: number): void => getDefaultStore().set(searchedAtom, ticketId);
export const closeSearch = (): void => getDefaultStore().set(searchedAtom, null);
