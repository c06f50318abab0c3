import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Factors, factors } from "../../../api/features/factors/contract.ts";
import { canUsePasskeys, makePasskey } from "../../core/who/passkeys.ts";
import { callApi } from "../../core/who/api.ts";
import { formatDate } from "../../core/words/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { AskPassword } from "./ask-password.tsx";
import { Part } from "../../patterns/forms/part.tsx";

type Passkey = Factors["passkeys"][number];
interface Props {
  passkeys: readonly Passkey[];
  onDone: (recoveryCodes: string[]) => void;
}

/** Passkeys: a device's own lock opens the account, without a password. */
export function PasskeysPart({ passkeys, onDone }: Props) {
  const { t } = useTranslation("factors");
  const [asking, setAsking] = useState<"new" | Passkey | null>(null);
  const add = async (password: string, fields: FormData) => {
    const { options } = await callApi(factors.beginPasskey, { body: { password } });
    const answer = await makePasskey(options);
    if (!answer) {
      toast.info(t("passkey.cancelled"));
      return;
    }
    const body = { name: String(fields.get("name")).trim(), answer };
    const { recoveryCodes } = await callApi(factors.addPasskey, { body });
    setAsking(null);
    toast.success(t("passkey.added"));
    onDone(recoveryCodes);
  };
  const remove = async (key: Passkey, password: string) => {
    await callApi(factors.removePasskey, { params: { id: key.id }, body: { password } });
    setAsking(null);
    toast.success(t("passkey.removed", { name: key.name }));
    onDone([]);
  };
  return (
    <Part
      title={t("passkey.title")}
      text={t(canUsePasskeys() ? "passkey.text" : "passkey.never")}
      action={canUsePasskeys() && (
        <Button onClick={() => setAsking("new")}>
          <KeyRound aria-hidden /> {t("passkey.add")}
        </Button>
      )}
    >
      {passkeys.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {passkeys.map((key) => (
            <li key={key.id} className="flex items-center gap-3 py-2">
              <KeyRound aria-hidden className="size-4 shrink-0 text-fg-subtle" />
              <div className="min-w-0 flex-1">
                <p dir="auto" className="truncate font-500">{key.name}</p>
                <p className="text-meta text-fg-muted">
                  {key.usedAt
                    ? t("passkey.used", { date: formatDate(key.usedAt) })
                    : t("passkey.made", { date: formatDate(key.createdAt) })}
                </p>
              </div>
              <IconButton
                small
                icon={Trash2}
                label={`${t("passkey.remove")}: ${key.name}`}
                onClick={() => setAsking(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {asking === "new" && (
        <AskPassword
          title={t("passkey.add")}
          text={t("passkey.askText")}
          action={t("continue")}
          onSubmit={add}
          onClose={() => setAsking(null)}
        >
          <Field label={t("passkey.name")} hint={t("passkey.nameHint")} required>
            <Input name="name" maxLength={60} defaultValue={t("passkey.thisDevice")} required autoFocus />
          </Field>
        </AskPassword>
      )}
      {asking && asking !== "new" && (
        <AskPassword
          title={t("passkey.removeTitle", { name: asking.name })}
          text={t("passkey.removeText")}
          action={t("passkey.remove")}
          danger
          onSubmit={(password) => remove(asking, password)}
          onClose={() => setAsking(null)}
        />
      )}
    </Part>
  );
}
