import { useAtom } from "jotai";
import { useMemo, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { contacts } from "../../../../api/features/contacts/contract.ts";
import { type Message, messages as calls } from "../../../../api/features/messages/contract.ts";
import { tickets } from "../../../../api/features/tickets/contract.ts";
import { say } from "../../../core/words/i18n/i18n.ts";
import { useCompanySetting } from "../../../core/who/me.ts";
import { useMedia } from "../../../core/device/media.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import { enqueue } from "../../../core/outbox.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { signatureAtom } from "../../../core/who/preferences.ts";
import { useList } from "../../../core/query.ts";
import { older } from "../../../core/store/order.ts";
import { findsPerson } from "../../../core/words/search-text.ts";
import { Endless } from "../../../patterns/lists/endless.tsx";
import { SearchField } from "../../../patterns/lists/search-field.tsx";
import { useSearch } from "../../../patterns/lists/use-search.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useQuoteText } from "../parts/quote.tsx";
import { endForwarding } from "./state.ts";

interface Person {
  id: number;
  name: string;
  number: string;
  urlPicture: string | null;
}

/** Whom one talked to last, each once; with a search, what the company's contacts have besides. */
function usePeople(typed: string, search: string) {
  const recent = useList(tickets.list, { query: { sortTickets: "DESC" } });
  const found = useList(contacts.list, { query: { searchParam: search } }, { enabled: search !== "", keep: false });
  const people = useMemo(() => {
    const known = recent.records.map((ticket) => ticket.contact);
    const near = typed.trim() ? known.filter(({ name, number }) => findsPerson(typed.trim(), name, number)) : known;
    const all = typed.trim() && search ? [...near, ...found.records] : near;
    return [...new Map(all.map(({ id, name, number, urlPicture }) => [id, { id, name, number, urlPicture }])).values()];
  }, [recent.records, found.records, typed, search]);
  return {
    people,
    list: search ? found : recent,
    busy: recent.isLoading || search !== typed.trim() || found.isLoading,
  };
}

function PersonRow({ person, checked, onToggle }: { person: Person; checked: boolean; onToggle: () => void }) {
  const picture = useMedia(person.urlPicture);
  return (
    <li className="rounded-control px-2 hover:bg-hover">
      <Checkbox
        checked={checked}
        onChange={onToggle}
        className="min-h-13! items-center! [&>span:first-child]:mt-0!"
        label={
          <span className="flex items-center gap-3">
            <Avatar name={person.name} src={picture} />
            <span className="min-w-0">
              <span dir="auto" className="block truncate">{person.name}</span>
              <span className="block truncate text-meta text-fg-subtle">{phoneNumber(person.number)}</span>
            </span>
          </span>
        }
      />
    </li>
  );
}

/** To whom messages are passed on: several at once, recent ones first. They leave through the outbox, one after the other. */
export function ForwardDialog({ ticketId, messages }: { ticketId: number; messages: readonly Message[] }) {
  const { t } = useTranslation("messages");
  const { typed, setTyped, search } = useSearch();
  const { people, list, busy } = usePeople(typed, search);
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const maySign = useCompanySetting("sendSignMessage") === "enabled";
  const [signs, setSigns] = useAtom(signatureAtom);
  const textOf = useQuoteText();
  const toggle = (person: Person) =>
    setChosen(
      chosen.some(({ id }) => id === person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person],
    );
  const send = async () => {
    endForwarding();
    const inOrder = [...messages].sort(older);
    try {
      for (const person of chosen) {
        for (const message of inOrder) {
          const body = { messageId: message.id, contactId: person.id, signMessage: maySign && signs };
          const about = { text: t("forward.about", { name: person.name, text: textOf(message) }) };
          await enqueue({ ticketId, kind: "forward", call: wireCall(calls.forward, { body }), about });
        }
      }
      toast.success(t("forward.done", { count: chosen.length }));
    } catch {
      toast.error(say("outbox.full"));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={endForwarding}
      title={t("forward.title", { count: messages.length })}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={endForwarding}>{t("do.cancel")}</Button>
          <Button tone="primary" disabled={chosen.length === 0} onClick={() => void send()}>
            {chosen.length > 0 ? t("forward.to", { count: chosen.length }) : t("menu.forward")}
          </Button>
        </>
      }
    >
      <SearchField value={typed} onChange={setTyped} label={t("forward.search")} className="mb-2" />
      <ul aria-label={t("forward.people")} className="h-[min(46dvh,360px)] overflow-y-auto">
        {chosen.filter(({ id }) => !people.some((person) => person.id === id)).map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            checked
            onToggle={() => toggle(person)}
          />
        ))}
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            checked={chosen.some(({ id }) => id === person.id)}
            onToggle={() => toggle(person)}
          />
        ))}
        {busy && people.length === 0 && (
          <li role="status" aria-label={t("state.loading")}>
            <Late>{[0, 1, 2, 3].map((row) => <Skeleton key={row} className="my-2 h-10" />)}</Late>
          </li>
        )}
        {!busy && people.length === 0 && <li className="p-3 text-fg-muted">{t("forward.nobody")}</li>}
        {people.length > 0 && (
          <li>
            <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />
          </li>
        )}
      </ul>
      {maySign && (
        <Checkbox
          checked={signs}
          onChange={(e) => setSigns(e.target.checked)}
          label={t("sign.label")}
          className="mt-2"
        />
      )}
    </Dialog>
  );
}
