import { CircleHelp } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";

/** A kind of message this version does not know: said, not hidden. */
export function UnknownContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const what = typeof message.data?.what === "string" ? message.data.what : message.mediaType;
  return (
    <span className="inline-flex items-center gap-2 py-0.5 text-fg-muted italic">
      <CircleHelp aria-hidden className="size-4 shrink-0" />
      {t("unknown", { what })}
    </span>
  );
}
