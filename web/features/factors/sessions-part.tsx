import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { session } from "../../../api/features/session/contract.ts";
import { useRead } from "../../core/query.ts";
import { callApi } from "../../core/who/api.ts";
import { formatMoment } from "../../core/words/format.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { AskPassword } from "./ask-password.tsx";
import { Part } from "../../patterns/forms/part.tsx";

/** Every browser that is signed in as this person; the others can be signed out. */
export function SessionsPart() {
  const { t } = useTranslation("factors");
  const { data = [], refetch } = useRead(session.sessions, {}, { keep: false });
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null);
  const end = async (id: string, password: string) => {
    await callApi(session.endSession, { params: { id }, body: { password } });
    setEnding(null);
    toast.success(t("sessions.ended"));
    void refetch();
  };
  return (
    <Part title={t("sessions.title")} text={t("sessions.text")}>
      <ul className="mt-4 divide-y divide-line">
        {data.map(({ id, device, name, seenAt, current }) => {
          const Icon = device === "phone" ? Smartphone : Monitor;
          const shown = name || t(`sessions.${device}`);
          return (
            <li key={id} className="flex min-h-14 items-center gap-3 py-2">
              <Icon aria-hidden className="size-5 shrink-0 text-fg-muted" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-600">{shown}</span>
                <span className="block text-meta text-fg-muted">
                  {current ? t("sessions.current") : t("sessions.seen", { date: formatMoment(seenAt) })}
                </span>
              </span>
              {!current && (
                <Button
                  aria-label={`${t("sessions.end")}: ${shown}`}
                  onClick={() => setEnding({ id, name: shown })}
                >
                  {t("sessions.end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {ending && (
        <AskPassword
          title={t("sessions.endTitle", { name: ending.name })}
          text={t("sessions.endText")}
          action={t("sessions.end")}
          danger
          onSubmit={(password) => end(ending.id, password)}
          onClose={() => setEnding(null)}
        />
      )}
    </Part>
  );
}
