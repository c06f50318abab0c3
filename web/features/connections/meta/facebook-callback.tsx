import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Spinner } from "../../../ui/spinner.tsx";
import type { MetaToken } from "./meta-login.ts";

const answers = () => new URLSearchParams(`${location.hash.slice(1)}&${location.search.slice(1)}`);

/** /facebook/callback: where the login popup ends. Hands its token to the opener and closes. */
export function FacebookCallback() {
  const { t } = useTranslation("connections");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const values = answers();
    const token = values.get("access_token") ?? values.get("token") ?? values.get("long_lived_token");
    // The token must not stay in the address, where histories and logs keep it.
    history.replaceState(null, "", location.pathname);
    if (!token || !globalThis.opener) return setFailed(true);
    const message: MetaToken = {
      kind: "recado.meta",
      facebookUserId: values.get("user_id") ?? values.get("state") ?? "me",
      facebookUserToken: token,
    };
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
