import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { factors } from "../../../api/features/factors/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { Button } from "../../ui/button.tsx";
import { AskPassword } from "./ask-password.tsx";
import { Part } from "../../patterns/forms/part.tsx";

/** Recovery codes: how many are left, and new ones. */
export function CodesPart({ left, onDone }: { left: number; onDone: (recoveryCodes: string[]) => void }) {
  const { t } = useTranslation("factors");
  const [asking, setAsking] = useState(false);
  return (
    <Part
      title={t("codes.title")}
      text={t("codes.left", { count: left })}
      action={<Button onClick={() => setAsking(true)}>{t("codes.renew")}</Button>}
    >
      {asking && (
        <AskPassword
          title={t("codes.renew")}
          text={t("codes.renewText")}
          action={t("codes.renew")}
          onSubmit={async (password) => {
            const { recoveryCodes } = await callApi(factors.newRecoveryCodes, { body: { password } });
            setAsking(false);
            onDone(recoveryCodes);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Part>
  );
}
