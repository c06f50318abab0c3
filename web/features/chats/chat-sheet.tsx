import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Chat, CHAT_TITLE_MAX, chats } from "../../../api/features/chats/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Picker } from "../../patterns/forms/picker.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { othersOf } from "./chat.ts";

interface Props {
  /** The group to change; none begins a chat. */
  chat?: Chat;
  onClose: () => void;
  onDone: (chat: Chat) => void;
}
/** Begins a chat with one person, or with several under a title; or changes a group's title and people. */
export function ChatSheet({ chat, onClose, onDone }: Props) {
  const { t } = useTranslation("chats");
  const me = useMe();
  const { data: everybody = [] } = useRead(users.colleagues);
  const known = chat ? othersOf(chat, me.id).map(({ userId }) => userId) : [];
  const [title, setTitle] = useState(chat?.title ?? "");
  const [people, setPeople] = useState<number[]>(known);
  const [tried, setTried] = useState(false);
  const create = useCall(chats.create);
  const update = useCall(chats.update);
  const titled = title.trim() !== "";
  const wanted = chat !== undefined || people.length > 1;
  const mistakes = {
    people: people.length === 0 ? t("field.required") : undefined,
    title: wanted && !titled ? t("field.required") : undefined,
  };
  const save = () => {
    setTried(true);
    if (mistakes.people || mistakes.title) return;
    const body = { title: title.trim(), users: people };
    const done = { onSuccess: (answer: Chat) => onDone(answer) };
    if (chat) update.mutate({ params: { id: chat.id }, body }, done);
    else create.mutate({ body }, done);
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t(chat ? "edit" : "new")}
      dirty={title !== (chat?.title ?? "") || people.join() !== known.join()}
      busy={create.isPending || update.isPending}
      saveLabel={chat ? undefined : t("begin")}
      onSubmit={(e) => {
        e.preventDefault();
        save();
      }}
    >
      <Field label={t("people")} error={tried ? mistakes.people : undefined} required>
        <Picker
          choices={everybody.filter(({ id }) => id !== me.id)}
          value={people}
          onChange={setPeople}
          label={t("people")}
          placeholder={t("peoplePlaceholder")}
        />
      </Field>
      <Field
        label={t("groupTitle")}
        hint={t(wanted ? "titleHint" : "titleOptional")}
        error={tried ? mistakes.title : undefined}
        required={wanted}
      >
        <Input maxLength={CHAT_TITLE_MAX} value={title} onChange={(e) => setTitle(e.target.value)} />
      </Field>
    </FormSheet>
  );
}
