import { PhoneIncoming, PhoneMissed, PhoneOff, Video, VideoOff } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { cn } from "../../../ui/cn.ts";
import { callOf } from "../../../core/words/message-data.ts";

/** A call that was made, missed, or refused by the company. */
export function CallContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { missed, refused, video } = callOf(message.data);
  const Icon = refused ? PhoneOff : video ? (missed ? VideoOff : Video) : missed ? PhoneMissed : PhoneIncoming;
  return (
    <span className={cn("inline-flex items-center gap-2 py-0.5", missed && "text-danger")}>
      <Icon aria-hidden className="size-4" />
      {t(`call.${refused ? "refused" : missed ? "missed" : "done"}${video ? "Video" : ""}`)}
    </span>
  );
}
