import { useEffect, useState } from "react";
import { connections } from "../../../api/features/connections/contract.ts";
import { useRead } from "../../core/query.ts";

const CHECK_AFTER_MS = 2000;
const TROUBLED = ["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"];

/** True if a connection needs attention. Asked two seconds after the app has loaded, then kept right by events. */
export function useTrouble(offered: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useRead(connections.list, {}, { enabled: offered && ready });
  return data?.some((connection) => TROUBLED.includes(connection.status)) ?? false;
}
