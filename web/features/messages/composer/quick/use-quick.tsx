import { serverNow } from "../../../../core/clock.ts";
import i18next from "i18next";
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from "react";
import { fillVariables, valuesOf } from "../../../../../api/contract/words/variables.ts";
import { type QuickMessage, quickMessages } from "../../../../../api/features/quick-messages/contract.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { useMe } from "../../../../core/who/me.ts";
import { fileAt } from "../../../../core/device/media.ts";
import { useRead } from "../../../../core/query.ts";
import { toast } from "../../../../ui/toast.tsx";
import { changeComposer, composerOf, picked } from "../state.ts";
import { fittingMessages, typedCode } from "./match.ts";
import { QuickList } from "./quick-list.tsx";

interface Props {
  ticket: Ticket;
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
}
interface Quick {
  list: ReactNode;
  /** True if the key was the list's. */
  onKey: (e: KeyboardEvent) => boolean;
  /** For the box, while the list is open. */
  aria: AriaAttributes;
}
/** Files are fetched this long after a conversation was opened, so that they are here when there is no network, ms. */
const FILES_AFTER_MS = 4000;

/** Offers quick messages while `/` and something of their code or text is typed; the chosen one is filled in. */
export function useQuick({ ticket, box, text, onText }: Props): Quick {
  const id = useId();
  const me = useMe();
  const { data: all = [] } = useRead(quickMessages.all);
  const [active, setActive] = useState(0);
  /** The text whose list was sent away. */
  const [closed, setClosed] = useState<string | null>(null);
  const typed = typedCode(text);
  const offered = typed !== null && text !== closed ? fittingMessages(all, typed) : [];
  const at = Math.min(active, offered.length - 1);
  useEffect(() => setActive(0), [typed]);
  const files = all.flatMap(({ mediaPath }) => mediaPath ?? []).join();
  useEffect(() => {
    if (!files) return;
    const timer = setTimeout(() => {
      if (navigator.onLine) { for (const path of files.split(",")) fileAt(path).catch(() => undefined); }
    }, FILES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [files]);

  /** The text goes with the file as its caption, except with sound, which has none: there it stays in the box. */
  const attach = async ({ mediaPath, mediaName }: QuickMessage, words: string) => {
    try {
      const blob = await fileAt(mediaPath!);
      const [file] = picked([new File([blob], mediaName, { type: blob.type })]);
      const sound = blob.type.startsWith("audio/");
      const { files: there } = composerOf(ticket.id);
      onText(sound ? words : "");
      changeComposer(ticket.id, { files: [...there, { ...file!, caption: sound ? "" : words }] });
    } catch {
      onText(words);
      toast.warning(i18next.t("quick.noFile", { ns: "messages" }));
    }
  };
  const pick = (message: QuickMessage) => {
    const words = fillVariables(message.message, valuesOf(ticket, me.company, me.name, new Date(serverNow())));
    setClosed(words);
    if (message.mediaPath) void attach(message, words);
    else onText(words);
    box.current?.focus();
  };
  const onKey = (e: KeyboardEvent) => {
    if (offered.length === 0 || e.nativeEvent.isComposing) return false;
    const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    const message = offered[at];
    if (step) setActive((at + step + offered.length) % offered.length);
    else if ((e.key === "Enter" || e.key === "Tab") && !e.shiftKey && message) pick(message);
    else if (e.key === "Escape") setClosed(text);
    else return false;
    e.preventDefault();
    e.stopPropagation();
    return true;
  };
  const open = offered.length > 0;
  return {
    list: open && <QuickList id={id} messages={offered} active={at} onPick={pick} />,
    onKey,
    aria: open ? { "aria-autocomplete": "list", "aria-controls": id, "aria-activedescendant": `${id}-${at}` } : {},
  };
}
