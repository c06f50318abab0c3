import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { users } from "../../../../../api/features/users/contract.ts";
import { useMe } from "../../../../core/who/me.ts";
import { useRead } from "../../../../core/query.ts";
import { fitting, idsIn, typedName, withName } from "./match.ts";
import { MentionList, type Person } from "./mention-list.tsx";

interface Props {
  /** Only notes name colleagues, and chats their members. */
  on: boolean;
  /** Who can be named; everybody where it is left out. */
  among?: ReadonlySet<number>;
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
}
interface Mentions {
  list: ReactNode;
  /** True if the key was the list's. */
  onKey: (e: KeyboardEvent) => boolean;
  onCaret: (caret: number) => void;
  /** For the box, while the list is open. */
  aria: { "aria-controls"?: string; "aria-activedescendant"?: string; "aria-autocomplete"?: "list" };
  /** Whom a text names. */
  ids: (text: string) => number[];
}

/** Offers colleagues while a name is typed after `@`. */
export function useMentions({ on, among, box, text, onText }: Props): Mentions {
  const id = useId();
  const me = useMe();
  const { data: everybody = [] } = useRead(users.colleagues, {}, { enabled: on });
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** The `@` whose list was sent away. */
  const [closed, setClosed] = useState(-1);
  const chosen = useRef(new Set<number>());
  const goTo = useRef<number | null>(null);
  const people = everybody.filter(({ id }) => id !== me.id && (among?.has(id) ?? true));
  const typed = on ? typedName(text, caret) : null;
  const offered = typed && typed.from !== closed ? fitting(people, typed.query) : [];
  const at = Math.min(active, offered.length - 1);
  useLayoutEffect(() => {
    if (goTo.current === null) return;
    box.current?.setSelectionRange(goTo.current, goTo.current);
    setCaret(goTo.current);
    goTo.current = null;
  }, [text]);
  const pick = (person: Person) => {
    if (!typed) return;
    const next = withName(text, typed.from, caret, person.name);
    chosen.current.add(person.id);
    goTo.current = next.caret;
    setClosed(typed.from);
    setActive(0);
    onText(next.text);
  };
  const onKey = (e: KeyboardEvent) => {
    if (offered.length === 0 || !typed || e.nativeEvent.isComposing) return false;
    const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    const person = offered[at];
    if (step) setActive((at + step + offered.length) % offered.length);
    else if ((e.key === "Enter" || e.key === "Tab") && !e.shiftKey && person) pick(person);
    else if (e.key === "Escape") setClosed(typed.from);
    else return false;
    e.preventDefault();
    e.stopPropagation();
    return true;
  };
  const open = offered.length > 0;
  return {
    list: open && <MentionList id={id} people={offered} active={at} onPick={pick} />,
    onKey,
    onCaret: (next) => {
      setCaret(next);
      if (closed >= 0 && typedName(text, next)?.from !== closed) setClosed(-1);
    },
    aria: open ? { "aria-autocomplete": "list", "aria-controls": id, "aria-activedescendant": `${id}-${at}` } : {},
    ids: (written) => on ? idsIn(written, people, chosen.current) : [],
  };
}
