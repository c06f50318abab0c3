import { useMe } from "../../core/who/me.ts";
import { NearStrip } from "../../features/billing/near-strip.tsx";
import { SupportStrip } from "../../features/support/support-strip.tsx";
import { InboxAlerts } from "../../screens/inbox/alerts/alerts.tsx";

/** What stands above every screen and may come after it. */
export function Above() {
  const { support } = useMe();
  return (
    <>
      {support && <SupportStrip looking={support} />}
      <NearStrip />
      <InboxAlerts />
    </>
  );
}
