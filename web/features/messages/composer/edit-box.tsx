import { Check, Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { say } from "../../../core/words/i18n/i18n.ts";
import { useMe } from "../../../core/who/me.ts";
import { useHold } from "../../../patterns/use-hold.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import { discard, enqueue } from "../../../core/outbox.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AboutBar } from "./about-bar.tsx";
import { signed, unsigned } from "./length.ts";
import { TextBox } from "./text-box.tsx";

interface Props {
  ticketId: number;
  message: Message;
  /** A refused edit, to be sent again in other words. */
  replaces: string | null;
  onDone: () => void;
}

/** Changes a message that was sent. The draft of the next one waits untouched. */
export function EditBox({ ticketId, message, replaces, onDone }: Props) {
  const { t } = useTranslation("messages");
  const { name } = useMe();
  const box = useRef<HTMLTextAreaElement>(null);
  const words = unsigned(message.body, name);
  const [text, setText] = useState(words);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(words.length, words.length);
  }, [message.id]);
  useHold("form", text !== words);
  const save = () => {
    const next = text.trim();
    if (!next) return;
    const body = signed(next, words === message.body ? null : name);
    if (!replaces && body === message.body.trim()) return onDone();
    const row = {
      ticketId,
      kind: "edit",
      call: wireCall(messages.edit, { params: { id: message.id }, body: { body } }),
      about: { messageId: message.id, text: message.body },
    };
    enqueue(row).then(() => {
      if (replaces) void discard(replaces);
      onDone();
    }, () => toast.error(say("outbox.full")));
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
          disabled={!text.trim()}
          className="rounded-full! bg-primary text-on-primary! hover:bg-primary"
          onClick={save}
        />
      </div>
    </>
  );
}
