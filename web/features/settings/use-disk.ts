import { useEffect, useState } from "react";
import { settings } from "../../../api/features/settings/contract.ts";
import { useRead } from "../../core/query.ts";

const CHECK_AFTER_MS = 4000;
/** From here on an admin is warned. */
const NEAR = 0.8;

export type Fullness = "fine" | "near" | "full";

/** How much of what is allowed is taken, 0–1, and what that means; null where there is no limit. */
export function fullnessOf(disk: { usedBytes: number; allowedBytes: number | null }): [number, Fullness] | null {
  if (disk.allowedBytes === null) return null;
  const share = Math.min(1, disk.usedBytes / disk.allowedBytes);
  // A file larger than what is left is refused long before the last byte is taken.
  return [share, share >= 0.99 ? "full" : share >= NEAR ? "near" : "fine"];
}

/** True if the company's space is nearly taken. Asked a few seconds after the app has loaded. */
export function useDiskTrouble(offered: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useRead(settings.disk, {}, { enabled: offered && ready, keep: false });
  const found = data && fullnessOf(data);
  return found ? found[1] !== "fine" : false;
}
