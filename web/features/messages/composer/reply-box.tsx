import { useAtom } from "jotai";
import { Lock, PenLine, Reply, SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MAX_MESSAGE_CHARS } from "../../../../api/contract/limits.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { useCompanySetting, useMe } from "../../../core/me.ts";
import { signatureAtom } from "../../../core/preferences.ts";
import { usePhone } from "../../../patterns/use-phone.ts";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { MenuChoice } from "../../../ui/menu-panel.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useQuoteText } from "../bubbles/quote.tsx";
import { AboutBar } from "./about-bar.tsx";
import { addFiles } from "./attach/add-files.ts";
import { AttachButton } from "./attach/attach-button.tsx";
import { Counter } from "./counter.tsx";
import { lengthOf, signed } from "./length.ts";
import { draftName, takesText } from "./restore.ts";
import { sendText } from "./send.ts";
import { changeComposer, useComposer } from "./state.ts";
import { TextBox } from "./text-box.tsx";
import { useDraft } from "./use-draft.ts";
import { useTypingSignal } from "./use-typing-signal.ts";

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
  const phone = usePhone();
  const box = useRef<HTMLTextAreaElement>(null);
  const { quote } = useComposer(ticket.id);
  const draft = useDraft(draftName(ticket.id, note));
  const quoteText = useQuoteText();
  const tellTyping = useTypingSignal(ticket.id, !note && channel?.abilities.typing === true);
  const maySign = useCompanySetting("sendSignMessage") === "enabled";
  const [signs, setSigns] = useAtom(signatureAtom);
  const body = signed(draft.text.trim(), !note && maySign && signs ? me.name : null);
  const max = note ? MAX_MESSAGE_CHARS : Math.min(channel?.text.max ?? MAX_MESSAGE_CHARS, MAX_MESSAGE_CHARS);
  const length = lengthOf(body, note ? "characters" : channel?.text.unit ?? "characters");
  const blocked = !note && closed !== null;
  const ready = draft.text.trim() !== "" && length <= max && !blocked;

  useEffect(() => {
    if (quote || note) box.current?.focus();
  }, [quote, note]);
  useEffect(() =>
    takesText(draftName(ticket.id, note), (text) => {
      draft.change(draft.text ? `${text}\n${draft.text}` : text);
      box.current?.focus();
    })
  );

  const mayNote = ticket.status === "open";
  const toggleNote = (on: boolean) => changeComposer(ticket.id, { note: on });
  const send = () => {
    if (!ready) return;
    sendText({ ticketId: ticket.id, body, note });
    draft.clear();
    box.current?.focus();
  };
  const escape = () => {
    if (quote) changeComposer(ticket.id, { quote: null });
    else if (note) changeComposer(ticket.id, { note: false });
    return quote !== null || note;
  };
  const author = quote?.fromMe ? quote.userName ?? t("you") : ticket.contact.name;
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
          onCancel={() => changeComposer(ticket.id, { note: false })}
        />
      )}
      {quote && !note && (
        <AboutBar
          icon={Reply}
          title={t("quote.to", { name: author })}
          text={quoteText(quote)}
          cancelLabel={t("quote.cancel")}
          onCancel={() => changeComposer(ticket.id, { quote: null })}
        />
      )}
      <div className="flex items-end gap-1 px-2 py-2 sm:px-3">
        <AttachButton disabled={blocked} onPick={(files) => addFiles(ticket.id, files)}>
          {phone && mayNote && <MenuChoice checked={note} onCheckedChange={toggleNote}>{t("note.mode")}</MenuChoice>}
          {phone && maySign && !note && (
            <MenuChoice checked={signs} onCheckedChange={setSigns}>{t("sign.label")}</MenuChoice>
          )}
        </AttachButton>
        {!phone && mayNote && (
          <IconButton
            icon={Lock}
            label={t("note.mode")}
            tip="top"
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
          onSend={send}
          onEscape={escape}
          onFiles={(files) => addFiles(ticket.id, files)}
        />
        <Tooltip text={sendLabel} side="top">
          <button
            type="button"
            aria-label={sendLabel}
            aria-disabled={!ready}
            onClick={send}
            className={cn(
              "ml-1 flex h-9 min-w-9 shrink-0 items-center justify-center gap-2 rounded-full px-2 font-600 transition-colors aria-disabled:opacity-45 touch:h-11 touch:min-w-11",
              note ? "bg-note text-note-soft px-3.5" : "bg-primary text-on-primary",
            )}
          >
            <SendIcon aria-hidden className="size-5" />
            {note && <span className="text-meta max-sm:sr-only">{sendLabel}</span>}
          </button>
        </Tooltip>
      </div>
      <Counter id={hint} length={length} max={max} />
    </>
  );
}
