import { CircleCheck, CircleX } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { connections } from "../../../../../api/features/connections/contract.ts";
import { contacts } from "../../../../../api/features/contacts/contract.ts";
import { useCall, useRead } from "../../../../core/query.ts";
import { Button } from "../../../../ui/button.tsx";

/** Asks the provider whether somebody can be written to at a number. Only where a connected channel can tell, and only by hand. */
export function NumberCheck({ number }: { number: string }) {
  const { t } = useTranslation("tickets");
  const { data: lines = [] } = useRead(connections.list);
  const { data: channels = [] } = useRead(connections.channels);
  const check = useCall(contacts.checkNumber);
  const able = new Set(channels.filter(({ abilities }) => abilities.numberCheck).map(({ id }) => id));
  const line = lines.filter(({ channel, status }) => able.has(channel) && status === "CONNECTED")
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))[0];
  const digits = number.replace(/\D/g, "");
  if (!line || digits.length < 8) return null;
  const told = check.variables?.params?.number === digits ? check.data : undefined;
  const Icon = told?.existsInWhatsapp ? CircleCheck : CircleX;
  return (
    <div className="flex flex-wrap items-center gap-2 text-meta">
      <Button
        size="small"
        busy={check.isPending}
        onClick={() => check.mutate({ params: { number: digits }, query: { whatsappId: line.id } })}
      >
        {t("contact.check")}
      </Button>
      <span role="status" className={told?.existsInWhatsapp ? "text-success" : "text-danger"}>
        {told && (
          <span className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-4" /> {t(told.existsInWhatsapp ? "contact.found" : "contact.missing")}
          </span>
        )}
      </span>
    </div>
  );
}
