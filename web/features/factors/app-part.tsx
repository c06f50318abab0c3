import { Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { factors } from "../../../api/features/factors/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { AskPassword } from "./ask-password.tsx";
import { ConfirmApp } from "./confirm-app.tsx";
import { Part } from "../../patterns/forms/part.tsx";

/** An app that makes codes: set up by a QR code, confirmed by its first code. */
export function AppPart({ on, onDone }: { on: boolean; onDone: (recoveryCodes: string[]) => void }) {
  const { t } = useTranslation("factors");
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null);
  const begin = async (password: string) => {
    setMade(await callApi(factors.beginAuthenticator, { body: { password } }));
    setAsking(false);
  };
  const remove = async (password: string) => {
    await callApi(factors.removeAuthenticator, { body: { password } });
    setAsking(false);
    toast.success(t("app.removed"));
    onDone([]);
  };
  return (
    <Part
      title={t("app.title")}
      text={t(on ? "app.on" : "app.text")}
      action={
        <Button tone={on ? undefined : "primary"} onClick={() => setAsking(true)}>
          <Smartphone aria-hidden /> {t(on ? "app.remove" : "app.add")}
        </Button>
      }
    >
      {asking && (
        <AskPassword
          title={t(on ? "app.removeTitle" : "app.add")}
          text={t(on ? "app.removeText" : "askText")}
          action={t(on ? "app.remove" : "continue")}
          danger={on}
          onSubmit={on ? remove : begin}
          onClose={() => setAsking(false)}
        />
      )}
      {made && (
        <ConfirmApp
          {...made}
          onClose={() => setMade(null)}
          onDone={(codes) => {
            setMade(null);
            toast.success(t("app.added"));
            onDone(codes);
          }}
        />
      )}
    </Part>
  );
}
