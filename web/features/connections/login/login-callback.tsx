import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { LOGIN_CHANNEL } from "./answer.ts";

const answers = () => new URLSearchParams(`${location.hash.slice(1)}&${location.search.slice(1)}`);

/** Where the popup of a provider's login ends. Tells the tab that began it the values of its address, and closes. */
export function LoginCallback() {
  const { t } = useTranslation("connections");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const values = Object.fromEntries(answers());
    // A token must not stay in the address, where histories and logs keep it.
    history.replaceState(null, "", location.pathname);
    if (!values.state || values.error) return setFailed(true);
    const tabs = new BroadcastChannel(LOGIN_CHANNEL);
    tabs.postMessage(values);
    tabs.close();
    // A browser that does not let it leaves the window open, with a word.
    close();
  }, []);
  return (
    <main className="grid h-dvh place-items-center p-6 text-center text-fg-muted">
      {failed ? <p role="alert">{t("oauth.failed")}</p> : <p role="status">{t("oauth.finished")}</p>}
    </main>
  );
}
