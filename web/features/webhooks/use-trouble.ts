import { useEffect, useState } from "react";
import { webhooks } from "../../../api/features/webhooks/contract.ts";
import { useRead } from "../../core/query.ts";
import "./live.ts";

/** What the first screen waits for comes first. */
const CHECK_AFTER_MS = 5_000;

/** Whether a webhook was paused because nobody answered: an admin has to look. */
export function useTrouble(offered: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useRead(webhooks.list, {}, { enabled: offered && ready });
  return data?.some(({ pausedWhy }) => pausedWhy === "failing" || pausedWhy === "gone") ?? false;
}
