import { Check, Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Message, messageChanged, messages } from "../../../../api/features/messages/contract.ts";
import { applyChange } from "../../../core/live-queries.ts";
import { useMe } from "../../../core/me.ts";
import { useCall } from "../../../core/query.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { AboutBar } from "./about-bar.tsx";
import { signed, unsigned } from "./length.ts";
import { TextBox } from "./text-box.tsx";

/** Changes a message that was sent. The draft of the next one waits untouched. */
export function EditBox({ message, onDone }: { message: Message; onDone: () => void }) {
  const { t } = useTranslation("messages");
  const { companyId, name } = useMe();
  const box = useRef<HTMLTextAreaElement>(null);
  const words = unsigned(message.body, name);
  const [text, setText] = useState(words);
  const edit = useCall(messages.edit, {
    onSuccess: (answer) => {
      applyChange(messageChanged, { action: "update", message: answer }, companyId);
      onDone();
    },
  });
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(words.length, words.length);
  }, [message.id]);
  const save = () => {
    const next = text.trim();
    if (!next || edit.isPending) return;
    const body = signed(next, words === message.body ? null : name);
    if (body === message.body.trim()) onDone();
    else edit.mutate({ params: { id: message.id }, body: { body } });
  };
  const leave = () => {
    onDone();
    return true;
  };
  return (
    <>
      <AboutBar
        icon={Pencil}
        note={message.isPrivate}
        title={t("edit.title")}
        text={words}
        cancelLabel={t("edit.cancel")}
        onCancel={onDone}
      />
      <div className="flex items-end gap-2 px-3 py-2">
        <TextBox
          ref={box}
          label={t("edit.title")}
          placeholder=""
          text={text}
          note={message.isPrivate}
          onText={setText}
          onSend={save}
          onEscape={leave}
        />
        <IconButton
          icon={Check}
          label={t("do.save")}
          tip="top"
          disabled={edit.isPending || !text.trim()}
          className="rounded-full! bg-primary text-on-primary! hover:bg-primary"
          onClick={save}
        />
      </div>
    </>
  );
}
