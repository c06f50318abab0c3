// A contact's tags as the person changes them: shown at once, sent one change after the other, put back when refused.
import i18next from "i18next";
import { useRef, useState } from "react";
import { byName } from "../../../../api/contract/words/name-order.ts";
import { type Contact, contacts } from "../../../../api/features/contacts/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { ApiError, callApi } from "../../../core/who/api.ts";
import { toastError, useCall, write } from "../../../core/query.ts";
import { refresh } from "../../../core/answers/query-client.ts";
import { randomColour } from "../../../core/words/random-colour.ts";
import { toast } from "../../../ui/toast.tsx";

type Badge = Contact["tags"][number];

const joined = (own: readonly Badge[], tag: Badge) => own.some(({ id }) => id === tag.id) ? own : [...own, tag];
const without = (own: readonly Badge[], tag: Badge) => own.filter(({ id }) => id !== tag.id);

/** The last change of a tag can be taken back for five seconds, wherever the person is by then. */
let offered = 0;
function offerUndo(contactId: number, tag: Badge, added: boolean): void {
  toast.close(offered);
  offered = toast.success(i18next.t(added ? "tags.added" : "tags.removed", { ns: "tickets", name: tag.name }), {
    action: { label: i18next.t("do.undo"), run: () => void takeBack(contactId, tag, added).catch(toastError) },
  });
}
async function takeBack(contactId: number, tag: Badge, added: boolean): Promise<void> {
  const now = await callApi(contacts.show, { params: { id: contactId } });
  const wanted = added ? without(now.tags, tag) : joined(now.tags, tag);
  await write(tags.sync, { body: { contactId, tags: wanted.map(({ id }) => id) } });
}

/** The tags as they will be, and what changes them. */
export function useContactTags(contact: Contact) {
  const [mine, setMine] = useState<readonly Badge[] | null>(null);
  const latest = useRef<readonly Badge[] | null>(null);
  const queue = useRef(Promise.resolve());
  const sync = useCall(tags.sync, { silent: true });
  const make = useCall(tags.create, { silent: true });
  const shown = mine ?? contact.tags;

  const show = (next: readonly Badge[] | null) => {
    latest.current = next;
    setMine(next);
  };
  /** Sends what the person wants by then; a list that was changed again meanwhile stays on screen. */
  const send = (change: (own: readonly Badge[]) => readonly Badge[]) => {
    const wanted = [...change(latest.current ?? contact.tags)].sort(byName);
    show(wanted);
    queue.current = queue.current.then(async () => {
      try {
        const body = { contactId: contact.id, tags: wanted.map(({ id }) => id) };
        await sync.mutateAsync({ body });
        if (latest.current === wanted) show(null);
      } catch (error) {
        toastError(error);
        show(null);
        void refresh(contacts.show);
      }
    });
  };
  const add = (tag: Badge) => {
    send((own) => joined(own, tag));
    offerUndo(contact.id, tag, true);
  };
  const remove = (tag: Badge) => {
    send((own) => without(own, tag));
    offerUndo(contact.id, tag, false);
  };
  /** A tag that somebody else made in the meantime is that one. */
  const create = (name: string) =>
    void make.mutateAsync({ body: { name, color: randomColour() } }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== "ERR_DUPLICATED_NAME") throw error;
      const known = await callApi(tags.all);
      return known.find((tag) => tag.name.toLocaleLowerCase() === name.toLocaleLowerCase()) ?? Promise.reject(error);
    }).then((tag) => {
      add(tag);
      void refresh(tags.all);
      void refresh(tags.list);
    }).catch(toastError);
  return { shown, add, create, remove };
}
