import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Spinner } from "../../../ui/spinner.tsx";
import type { LoginAnswer } from "./channel-login.ts";

const answers = () => new URLSearchParams(`${location.hash.slice(1)}&${location.search.slice(1)}`);

/** Where the popup of a provider's login ends. Hands the values of its address to the opener and closes. */
export function LoginCallback() {
  const { t } = useTranslation("connections");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const values = Object.fromEntries(answers());
    // A token must not stay in the address, where histories and logs keep it.
    history.replaceState(null, "", location.pathname);
    if (!globalThis.opener || values.error || Object.keys(values).length === 0) return setFailed(true);
    const message: LoginAnswer = { kind: "recado.login", values };
    globalThis.opener.postMessage(message, location.origin);
    close();
  }, []);
  return (
    <main className="grid h-dvh place-items-center p-6 text-center text-fg-muted">
      {failed ? <p role="alert">{t("oauth.failed")}</p> : (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {t("oauth.finishing")}
        </p>
      )}
    </main>
  );
}
