import { useEffect } from "react";
import { allListen } from "../../core/live.ts";
import { useMe } from "../../core/who/me.ts";
import { NearStrip } from "../../features/billing/near-strip.tsx";
import { SupportStrip } from "../../features/support/support-strip.tsx";
import { InboxAlerts } from "../../screens/inbox/alerts/alerts.tsx";

/** What stands above every screen and may come after it. */
export function Above() {
  const { support } = useMe();
  // After those of what is in it. `later.ts` came before it.
  useEffect(allListen, []);
  return (
    <>
      {support && <SupportStrip looking={support} />}
      <NearStrip />
      <InboxAlerts />
    </>
  );
}
