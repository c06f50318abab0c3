import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { toastError, useCall, write } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

/** Contacts that one call deletes. */
const AT_ONCE = 100;

/** What is done to a contact, each after a question. Blocking is taken back within five seconds by the toast's button. */
export function useContactDeeds() {
  const { t } = useTranslation("contacts");
  const setActive = async (id: number, active: boolean): Promise<void> => {
    try {
      await write(contacts.block, { params: { id }, body: { active } });
    } catch (error) {
      return toastError(error);
    }
    toast.success(t(active ? "unblockedToast" : "blockedToast"), {
      action: { label: t("do.undo"), run: () => void setActive(id, !active) },
    });
  };
  const remove = useCall(contacts.remove);
  return {
    block: async ({ id, name, active }: Contact) => {
      const title = t(active ? "block.title" : "unblock.title", { name });
      const text = t(active ? "block.text" : "unblock.text");
      const action = t(active ? "do.block" : "do.unblock");
      if (!await confirm({ title, text, action, danger: active })) return;
      await setActive(id, !active);
    },
    remove: async ({ id, name }: Contact) => {
      const title = t("confirm.deleteTitle", { name });
      if (!await confirm({ title, text: t("remove.text"), action: t("do.delete"), danger: true })) return;
      remove.mutate({ params: { id } }, { onSuccess: () => toast.success(t("state.deleted", { name })) });
    },
    /** As many as one call takes at a time, so that a refusal says how far it came. Answers how many are gone. */
    removeAll: async (ids: readonly number[]): Promise<number> => {
      const title = t("remove.manyTitle", { count: ids.length });
      if (!await confirm({ title, text: t("remove.manyText"), action: t("do.delete"), danger: true })) return 0;
      let gone = 0;
      try {
        for (; gone < ids.length; gone += AT_ONCE) {
          await write(contacts.removeMany, { body: { contacts: ids.slice(gone, gone + AT_ONCE) } });
        }
        toast.success(t("remove.manyDone", { count: ids.length }));
      } catch (error) {
        toastError(error);
      }
      return Math.min(gone, ids.length);
    },
  };
}
