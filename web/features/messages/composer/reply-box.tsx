import { useAtom } from "jotai";
import { Lock, PenLine, Reply, SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { MAX_MESSAGE_CHARS } from "../../../../api/contract/limits.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { useCaps } from "../../../core/commands.ts";
import { draftName } from "../../../core/drafts.ts";
import { wantReply } from "../../../core/page/reply-field.ts";
import { useCompanySetting, useMe } from "../../../core/who/me.ts";
import { signatureAtom } from "../../../core/who/preferences.ts";
import { usePhone } from "../../../patterns/use-phone.ts";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { MenuChoice, MenuLine } from "../../../ui/menu-panel.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useQuoteText } from "../parts/quote.tsx";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { AboutBar } from "./about-bar.tsx";
import { AssistButton, AssistEntries } from "./assist/assist-entries.tsx";
import { SuggestionBar } from "./assist/suggestion-bar.tsx";
import { useAssist } from "./assist/use-assist.ts";
import { addFiles } from "./attach/add-files.ts";
import { useContactEntry } from "./attach/contact-entry.tsx";
import { LaterEntry } from "./attach/later-entry.tsx";
import { MeetingEntry } from "./attach/meeting-entry.tsx";
import { AttachButton } from "./attach/attach-button.tsx";
import { Counter } from "./counter.tsx";
import { lengthOf, signed } from "./length.ts";
import { useMentions } from "./mention/use-mentions.tsx";
import { OfferedDraft } from "./drafts/offered-draft.tsx";
import { OtherDevice } from "./drafts/other-device.tsx";
import { useQuick } from "./quick/use-quick.tsx";
import { takesText } from "./drafts/restore.ts";
import { sendText, sendVoice } from "./send.ts";
import { changeComposer, useComposer } from "./state.ts";
import { TextBox } from "./text-box.tsx";
import { useCollision } from "./use-collision.ts";
import { useDraft } from "./drafts/use-draft.ts";
import { useReplyFocus } from "./use-reply-focus.ts";
import { useTypingSignal } from "./use-typing-signal.ts";
import { MicButton } from "./voice/mic-button.tsx";
import { useVoice } from "./voice/use-voice.ts";
import { VoiceBar } from "./voice/voice-bar.tsx";

interface Props {
  ticket: Ticket;
  channel: ChannelInfo | undefined;
  note: boolean;
  /** Why nothing can be sent to the customer now; notes can be written all the same. */
  closed: string | null;
}

/** Writes an answer, or a note. Give it the draft's name as its key. */
export function ReplyBox({ ticket, channel, note, closed }: Props) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const hint = useId();
  const caps = useCaps();
  const phone = usePhone();
  const box = useRef<HTMLTextAreaElement>(null);
  const { quote, restored } = useComposer(ticket.id);
  const draft = useDraft(draftName(ticket.id, note), box);
  const quoteText = useQuoteText();
  const voice = useVoice({
    ticketId: ticket.id,
    note,
    takes: note ? null : channel?.media,
    deliver: (voice) => sendVoice({ ticketId: ticket.id, note, ...voice }),
  });
  const tellTyping = useTypingSignal(ticket.id, !note && channel?.abilities.typing === true);
  const maySign = useCompanySetting("sendSignMessage") === "enabled";
  const [signs, setSigns] = useAtom(signatureAtom);
  const body = signed(draft.text.trim(), !note && maySign && signs ? me.name : null);
  const max = note ? MAX_MESSAGE_CHARS : Math.min(channel?.text.max ?? MAX_MESSAGE_CHARS, MAX_MESSAGE_CHARS);
  const length = lengthOf(body, note ? "characters" : channel?.text.unit ?? "characters");
  const blocked = !note && closed !== null;
  const ready = draft.text.trim() !== "" && length <= max && !blocked;

  useEffect(() => {
    if ((quote || note) && !restored) box.current?.focus();
  }, [quote, note]);
  useEffect(() =>
    takesText(draftName(ticket.id, note), (text) => {
      draft.change(draft.text ? `${text}\n${draft.text}` : text);
      box.current?.focus();
    })
  );

  const mentions = useMentions({ on: note, box, text: draft.text, onText: draft.change });
  const assist = useAssist(ticket.id, draft.text);
  const quick = useQuick({ ticket, box, text: draft.text, onText: draft.change });
  const mayNote = ticket.status === "open" || ticket.status === "group";
  // Note and answer are two fields: the one that comes takes the focus of the one that goes.
  const toggleNote = (on: boolean) => {
    changeComposer(ticket.id, { note: on });
    wantReply(ticket.uuid);
  };
  const alone = useCollision(ticket.id, draft.text);
  const people = useContactEntry(ticket, !blocked && !note && channel?.abilities.contacts === true);
  const send = async () => {
    if (!ready || (!note && !await alone())) return;
    void sendText({ ticketId: ticket.id, body, note, typed: draft.text.trim(), mentions: mentions.ids(body) });
    draft.clear();
    box.current?.focus();
  };
  const escape = () => {
    if (quote) changeComposer(ticket.id, { quote: null });
    else if (note) toggleNote(false);
    return quote !== null || note;
  };
  const addText = (text: string) => {
    const { selectionStart: from = draft.text.length, selectionEnd: to = from } = box.current ?? {};
    draft.change(draft.text.slice(0, from) + text + draft.text.slice(to));
    // React puts the caret at the end of a text that it changed.
    requestAnimationFrame(() => box.current?.setSelectionRange(from + text.length, from + text.length));
  };
  const author = quote?.fromMe ? quote.userName ?? t("you") : ticket.contact.name;
  const { recording } = voice;
  useReplyFocus(ticket.uuid, box, recording === null);
  const speaks = voice.able && (recording !== null || draft.text === "");
  const SendIcon = note ? Lock : SendHorizontal;
  const sendLabel = t(note ? "note.keep" : "send");
  return (
    <>
      {note && (
        <AboutBar
          note
          icon={Lock}
          title={t("note.title")}
          text={t("note.hint", { name: ticket.contact.name })}
          cancelLabel={t("note.leave")}
          onCancel={() => toggleNote(false)}
        />
      )}
      {quote && !note && (
        <AboutBar
          icon={Reply}
          title={t("quote.to", { name: author })}
          text={quoteText(quote)}
          cancelLabel={t("quote.cancel")}
          onCancel={() => {
            changeComposer(ticket.id, { quote: null });
            wantReply(ticket.uuid);
          }}
        />
      )}
      {draft.other && <OtherDevice text={draft.other.text} empty={draft.text === ""} onChoose={draft.choose} />}
      {!draft.other && ticket.userId === me.id && (
        <OfferedDraft ticketId={ticket.id} replies={closed === null} notes={mayNote} note={note} text={draft.text} />
      )}
      {assist.able && (
        <SuggestionBar
          assist={assist}
          onUse={(text) => {
            draft.change(text);
            box.current?.focus();
          }}
        />
      )}
      <div className="relative flex items-end gap-1 px-2 py-2 sm:px-3">
        {mentions.list}
        {!blocked && quick.list}
        {recording ? <VoiceBar recording={recording} trail={voice.trail} /> : (
          <>
            <AttachButton disabled={blocked} onPick={(files) => addFiles(ticket.id, files)}>
              {people.entry}
              {!note && !blocked && (
                <MeetingEntry
                  ticket={ticket}
                  onText={(text) => addText(/\S$/.test(draft.text) ? ` ${text}` : text)}
                />
              )}
              {!note && <LaterEntry ticket={ticket} text={draft.text} onPlanned={draft.clear} />}
              {phone && assist.able && <MenuLine />}
              {phone && assist.able && <AssistEntries assist={assist} text={draft.text} note={note} />}
              {phone && (mayNote || maySign) && <MenuLine />}
              {phone && mayNote && (
                <MenuChoice icon={Lock} checked={note} onCheckedChange={toggleNote}>{t("note.mode")}</MenuChoice>
              )}
              {phone && maySign && !note && (
                <MenuChoice icon={PenLine} checked={signs} onCheckedChange={setSigns}>{t("sign.label")}</MenuChoice>
              )}
            </AttachButton>
            <EmojiButton disabled={blocked} onPick={addText} />
            {!phone && assist.able && <AssistButton assist={assist} text={draft.text} note={note} />}
            {!phone && mayNote && (
              <IconButton
                icon={Lock}
                label={t("note.mode")}
                tip="top"
                caps={caps("write.note")}
                aria-pressed={note}
                onClick={() => toggleNote(!note)}
              />
            )}
            {!phone && maySign && !note && (
              <IconButton
                icon={PenLine}
                label={t(signs ? "sign.on" : "sign.off", { name: me.name })}
                tip="top"
                aria-pressed={signs}
                onClick={() => setSigns(!signs)}
              />
            )}
            <TextBox
              ref={box}
              label={t(note ? "note.label" : "write", { name: ticket.contact.name })}
              placeholder={t(blocked ? "window.placeholder" : note ? "note.placeholder" : "placeholder")}
              text={draft.text}
              note={note}
              disabled={blocked}
              describedBy={hint}
              onText={(text) => {
                draft.change(text);
                if (text.trim()) tellTyping();
              }}
              onKey={(e) => quick.onKey(e) || mentions.onKey(e)}
              onCaret={mentions.onCaret}
              aria={{ ...mentions.aria, ...quick.aria }}
              onSend={() => void send()}
              onEscape={escape}
              onFiles={(files) => addFiles(ticket.id, files)}
            />
          </>
        )}
        {speaks && !(recording?.free)
          ? <MicButton note={note} held={recording !== null} disabled={blocked} {...voice.button} />
          : !recording && (
            <Tooltip text={sendLabel} side="top">
              <button
                type="button"
                aria-label={sendLabel}
                aria-disabled={!ready}
                onClick={() => void send()}
                className={cn(
                  "ml-1 flex h-9 min-w-9 shrink-0 items-center justify-center gap-2 rounded-full px-2 font-600 transition-colors aria-disabled:opacity-45 touch:h-11 touch:min-w-11",
                  note ? "bg-note text-note-soft px-3.5" : "bg-primary text-on-primary",
                )}
              >
                <SendIcon aria-hidden className="size-5" />
                {note && <span className="text-meta max-sm:sr-only">{sendLabel}</span>}
              </button>
            </Tooltip>
          )}
      </div>
      {people.dialog}
      <Counter id={hint} length={length} max={max} />
    </>
  );
}
