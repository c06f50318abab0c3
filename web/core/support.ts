// A tab in which an operator looks into a company (docs/product/companies-and-plans.md#support). It keeps nothing on the device, sends
// nothing, and touches nothing of the operator's own session, which the browser's other tabs have.
import { session } from "../../api/features/session/contract.ts";
import { sessionEnded } from "../../api/features/users/contract.ts";
import { onEvent, startLive, stopLive } from "./live.ts";
import { href } from "./page/href.ts";
import { openStore } from "./store/store.ts";
import { callApi, onSessionEnd } from "./who/api.ts";
import { authorised } from "./who/authorised.ts";
import { currentMe, setMe } from "./who/me.ts";
import { SUPPORT_KEY } from "./who/support-token.ts";

/** Looks into a company from now on, in this tab. */
export function beginLooking(token: string): void {
  sessionStorage.setItem(SUPPORT_KEY, token);
  location.assign(href("home"));
}

/** Back to the operator's own session. */
function goBack(): void {
  const id = currentMe()?.companyId;
  stopLive();
  sessionStorage.removeItem(SUPPORT_KEY);
  location.assign(id ? href("company", { id }) : href("companies"));
}

/** Leaves the company: the session ends on the server too, where that can be reached. */
export async function stopLooking(): Promise<void> {
  await authorised(() => new Request("/api/support/session", { method: "DELETE" })).catch(() => undefined);
  goBack();
}

/** What a start of this tab does in place of resuming somebody's session. */
export async function resumeLooking(): Promise<void> {
  onSessionEnd((ending) => ending === "signed-out" && goBack());
  try {
    const me = await callApi(session.me);
    setMe(me);
    await openStore(me.companyId, me.id, false);
    void startLive();
    onEvent(sessionEnded, ({ sessionId }) => sessionId === me.sessionId && goBack());
  } catch {
    goBack();
  }
}
