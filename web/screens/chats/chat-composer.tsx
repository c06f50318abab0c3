import { useAtomValue } from "jotai";
import { Pencil, Reply, SendHorizontal, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { MAX_MESSAGE_CHARS, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../api/contract/limits.ts";
import { type Chat, chats } from "../../../api/features/chats/contract.ts";
import { enqueue } from "../../core/outbox.ts";
import { wireCall } from "../../core/outbox/call.ts";
import { useCall } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { formatBytes } from "../../core/words/format.ts";
import { say } from "../../core/words/i18n/i18n.ts";
import { lineOf, nameOf } from "../../features/chats/chat.ts";
import { draftOf, storeDraft } from "../../features/chats/drafts.ts";
import { useTypingSign } from "../../features/chats/use-typing.ts";
import { AboutBar } from "../../features/messages/composer/about-bar.tsx";
import { AttachButton } from "../../features/messages/composer/attach/attach-button.tsx";
import { smaller } from "../../features/messages/composer/downsize.ts";
import { useMentions } from "../../features/messages/composer/mention/use-mentions.tsx";
import { TextBox } from "../../features/messages/composer/text-box.tsx";
import { MicButton } from "../../features/messages/composer/voice/mic-button.tsx";
import { useVoice } from "../../features/messages/composer/voice/use-voice.ts";
import { VoiceBar } from "../../features/messages/composer/voice/voice-bar.tsx";
import { EmojiButton } from "../../features/messages/emoji/emoji-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { boxAtom, boxOf, changeBox } from "./state.ts";

interface Words {
  message: string;
  quote: number | undefined;
  mentions: number[];
}
/** Hands words and files to the outbox: each file goes as a message of its own, the words with the first. */
async function sendAll(chat: Chat, name: string, { message, quote, mentions }: Words, files: readonly File[]) {
  const row = (body: Record<string, unknown>, sent?: File[]) =>
    enqueue({
      ticketId: lineOf(chat.id),
      kind: "chat",
      call: wireCall(chats.send, { params: { id: chat.id }, body }),
      files: sent,
      about: { uuid: chat.uuid, name },
    });
  const first = {
    message,
    ...(quote !== undefined && { quotedMsg: { id: quote } }),
    ...(mentions.length > 0 && { mentions }),
  };
  if (files.length === 0) return void await row(first);
  for (const [at, file] of files.entries()) {
    await row(at === 0 ? first : { message: "" }, [await smaller(file) ?? file]);
  }
}

/** Where one writes in a chat. Give it the chat's id as its key. */
export function ChatComposer({ chat }: { chat: Chat }) {
  const { t } = useTranslation("chats");
  const me = useMe();
  const { chatId, quote, editing, files } = useAtomValue(boxAtom);
  const here = chatId === chat.id;
  const [text, setText] = useState(() => draftOf(chat.id));
  const box = useRef<HTMLTextAreaElement>(null);
  const members = useMemo(() => new Set(chat.users.map(({ userId }) => userId)), [chat.users]);
  const signal = useTypingSign(chat.id);
  const edit = useCall(chats.edit, { onSuccess: () => changeBox(chat.id, { editing: null }) });
  const change = (next: string) => {
    const kept = next.slice(0, MAX_MESSAGE_CHARS);
    setText(kept);
    if (!editing) storeDraft(chat.id, kept);
    if (kept) signal.typed();
  };
  const mentions = useMentions({ on: true, among: members, box, text, onText: change });
  useEffect(() => {
    setText(editing ? editing.message : draftOf(chat.id));
    if (editing || quote) box.current?.focus();
  }, [editing?.id, quote?.id]);
  useEffect(() => () => changeBox(chat.id, { quote: null, editing: null, files: [] }), [chat.id]);

  const add = (picked: readonly File[]) => {
    const small = picked.filter(({ size }) => size <= MAX_UPLOAD_BYTES);
    if (small.length < picked.length) toast.warning(t("media.tooBig", { max: formatBytes(MAX_UPLOAD_BYTES) }));
    changeBox(chat.id, { files: [...(here ? files : []), ...small].slice(0, MAX_UPLOAD_FILES) });
    box.current?.focus();
  };
  const waiting = here ? files : [];
  const voice = useVoice({
    ticketId: lineOf(chat.id),
    note: false,
    takes: null,
    deliver: async ({ file }) => {
      const words = { message: "", quote: boxOf(chat.id).quote?.id, mentions: [] };
      await sendAll(chat, nameOf(chat, me.id), words, [file]);
      changeBox(chat.id, { quote: null });
    },
  });
  const { recording } = voice;
  const speaks = voice.able && !editing && (recording !== null || (text === "" && waiting.length === 0));
  const send = async () => {
    const message = text.trim();
    if (editing) {
      if (message) edit.mutate({ params: { id: editing.id }, body: { message } });
      return;
    }
    if (!message && waiting.length === 0) return;
    const words = { message, quote: here ? quote?.id : undefined, mentions: mentions.ids(message) };
    signal.stop();
    setText("");
    storeDraft(chat.id, "");
    changeBox(chat.id, { quote: null, files: [] });
    box.current?.focus();
    try {
      await sendAll(chat, nameOf(chat, me.id), words, waiting);
    } catch {
      toast.error(say("outbox.full"));
      change(message);
      changeBox(chat.id, { files: waiting });
    }
  };
  const about = here && (editing ?? quote);
  return (
    <div className="shrink-0 border-t border-line bg-surface">
      {about && (
        <AboutBar
          icon={editing ? Pencil : Reply}
          title={editing ? t("editing") : t("replying", { name: about.senderName ?? t("left") })}
          text={about.message || about.fileName || ""}
          cancelLabel={t("stop")}
          onCancel={() => changeBox(chat.id, { quote: null, editing: null })}
        />
      )}
      {waiting.length > 0 && (
        <ul className="flex flex-wrap gap-2 px-3 pt-2">
          {waiting.map((file, at) => (
            <li
              key={`${file.name}-${at}`}
              className="flex max-w-full items-center rounded-control bg-hover pl-2.5 text-meta"
            >
              <span className="min-w-0 truncate">{file.name}</span>
              <IconButton
                small
                icon={X}
                label={t("removeFile", { name: file.name })}
                tip="none"
                onClick={() => changeBox(chat.id, { files: waiting.filter((_, other) => other !== at) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="relative flex items-end gap-1 p-2 pb-[calc(8px+env(safe-area-inset-bottom))]">
        {mentions.list}
        {recording ? <VoiceBar recording={recording} trail={voice.trail} /> : (
          <>
            <EmojiButton disabled={false} onPick={(emoji) => change(text + emoji)} />
            <AttachButton disabled={editing !== null && here} onPick={add} />
            <TextBox
              ref={box}
              label={t("write")}
              placeholder={t("write")}
              text={text}
              onText={change}
              onSend={() => void send()}
              onFiles={add}
              onKey={mentions.onKey}
              onCaret={mentions.onCaret}
              aria={mentions.aria}
              onEscape={() => {
                if (!about) return false;
                changeBox(chat.id, { quote: null, editing: null });
                return true;
              }}
            />
          </>
        )}
        {speaks && !recording?.free
          ? <MicButton note={false} held={recording !== null} {...voice.button} />
          : !recording && (
            <IconButton
              icon={SendHorizontal}
              label={t("send")}
              tip="top"
              disabled={!text.trim() && waiting.length === 0}
              onClick={() => void send()}
              className="text-primary-fg"
            />
          )}
      </div>
    </div>
  );
}
