import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Message, messages as calls } from "../../../../api/features/messages/contract.ts";
import { useRead } from "../../../core/query.ts";
import { useSearch } from "../../../patterns/lists/use-search.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { useLayer } from "../../../ui/layers.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { joinHits, localHits } from "./hits.ts";
import { closeSearch } from "./state.ts";

interface Props {
  ticketId: number;
  /** What of the conversation is on the device. */
  messages: readonly Message[];
  onJump: (messageId: number) => void;
}

/** Finds in the conversation: at once on the device, then on the server; Enter and the arrows go from place to place. */
export function SearchBar({ ticketId, messages, onJump }: Props) {
  const { t } = useTranslation("messages");
  const { typed, setTyped, search } = useSearch();
  const field = useRef<HTMLInputElement>(null);
  useLayer(closeSearch);
  useEffect(() => field.current?.focus(), []);
  const { data, isFetching } = useRead(calls.search, { params: { ticketId }, query: { searchParam: search } }, {
    enabled: search !== "",
    keep: false,
  });
  const hits = useMemo(
    () => joinHits(localHits(messages, typed), search && search === typed.trim() ? data?.hits ?? [] : []),
    [messages, typed, search, data],
  );
  const [at, setAt] = useState<number | null>(null);
  const index = hits.findIndex((hit) => hit.id === at);
  const count = Math.max(hits.length, search === typed.trim() ? data?.count ?? 0 : 0);
  const go = (to: number) => {
    const hit = hits[(to + hits.length) % hits.length];
    if (!hit) return;
    setAt(hit.id);
    onJump(hit.id);
  };
  // The newest place comes into view as soon as there is one for what is typed now.
  const newest = hits[0]?.id;
  useEffect(() => {
    setAt(null);
    if (typed.trim() && newest !== undefined) go(0);
  }, [typed, newest]);
  const key = (e: KeyboardEvent) => {
    if (e.key === "Escape") closeSearch();
    if (e.key !== "Enter") return;
    e.preventDefault();
    go(e.shiftKey ? index - 1 : index + 1);
  };
  const busy = isFetching || typed.trim() !== search;
  return (
    <div
      role="search"
      aria-label={t("search.label")}
      className="flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2 py-1.5 sm:px-3"
    >
      <Input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t("search.label")}
        placeholder={t("search.label")}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={key}
        className="min-w-0 flex-1"
      />
      <p
        role="status"
        className="flex min-w-16 shrink-0 items-center justify-center text-meta text-fg-muted tabular-nums"
      >
        {typed.trim() &&
          (count > 0 ? t("search.place", { at: index + 1, count }) : busy ? <Spinner /> : t("search.nothing"))}
      </p>
      <IconButton
        icon={ChevronUp}
        label={t("search.older")}
        tip="none"
        disabled={count === 0}
        onClick={() => go(index + 1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t("search.newer")}
        tip="none"
        disabled={count === 0}
        onClick={() => go(index - 1)}
      />
      <IconButton icon={X} label={t("search.close")} tip="none" onClick={closeSearch} />
    </div>
  );
}
