import { type RefObject, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VirtualizerHandle } from "virtua";
import { toast } from "../../../ui/toast.tsx";
import type { Row } from "./rows.ts";

const LIT_MS = 1500;

interface Input {
  rows: readonly Row[];
  list: RefObject<VirtualizerHandle | null>;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
}

/** Goes to a message, loading older pages until it is found, and lights it up for a moment. */
export function useJump({ rows, list, hasMore, loading, onMore }: Input) {
  const { t } = useTranslation("messages");
  const [wanted, setWanted] = useState<number | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const index = rows.findIndex((row) => row.kind === "message" && row.message.id === wanted);
    if (index >= 0) {
      list.current?.scrollToIndex(index, { align: "center" });
      setLit(wanted);
      setWanted(null);
    } else if (!hasMore) {
      toast.info(t("quote.gone"));
      setWanted(null);
    } else if (!loading) onMore();
  }, [wanted, rows, hasMore, loading]);
  useEffect(() => {
    if (lit === null) return;
    const timer = setTimeout(() => setLit(null), LIT_MS);
    return () => clearTimeout(timer);
  }, [lit]);
  return { jumpTo: useCallback((id: number) => setWanted(id), []), lit };
}
