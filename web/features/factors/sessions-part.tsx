import { Monitor, Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { session } from "../../../api/features/session/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Part } from "./part.tsx";

/** Every browser that is signed in as this person; the others can be signed out. */
export function SessionsPart() {
  const { t } = useTranslation("factors");
  const { data = [], refetch } = useRead(session.sessions, {}, { keep: false });
  const end = useCall(session.endSession, {
    onSuccess: () => {
      toast.success(t("sessions.ended"));
      void refetch();
    },
  });
  const ask = async (id: string, name: string) => {
    const sure = await confirm({
      title: t("sessions.endTitle", { name }),
      text: t("sessions.endText"),
      action: t("sessions.end"),
      danger: true,
    });
    if (sure) end.mutate({ params: { id } });
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
                  busy={end.isPending}
                  aria-label={`${t("sessions.end")}: ${shown}`}
                  onClick={() => void ask(id, shown)}
                >
                  {t("sessions.end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
