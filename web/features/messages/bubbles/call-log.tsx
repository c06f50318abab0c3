import { PhoneIncoming, PhoneMissed, Video, VideoOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { cn } from "../../../ui/cn.ts";
import { callOf } from "./data.ts";

/** A call that was made, or missed. */
export function CallContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { missed, video } = callOf(message.data);
  const Icon = video ? (missed ? VideoOff : Video) : missed ? PhoneMissed : PhoneIncoming;
  return (
    <span className={cn("inline-flex items-center gap-2 py-0.5", missed && "text-danger")}>
      <Icon aria-hidden className="size-4" />
      {t(`call.${missed ? "missed" : "done"}${video ? "Video" : ""}`)}
    </span>
  );
}
