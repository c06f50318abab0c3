import { atom, getDefaultStore } from "jotai";
import type { Message } from "../../../../api/features/messages/contract.ts";

/** The message whose story is told now. */
export const infoAtom = atom<Message | null>(null);
export const showInfo = (message: Message | null): void => getDefaultStore().set(infoAtom, message);
