import { CloudAlert, FileX2 } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { type Message, messages } from "../../../../../api/features/messages/contract.ts";
import { useCall } from "../../../../core/query.ts";
import { Button } from "../../../../ui/button.tsx";
import { cn } from "../../../../ui/cn.ts";
import { Spinner } from "../../../../ui/spinner.tsx";
import { mediaState, noRoomFor } from "../../../../core/words/message-data.ts";

interface Props {
  message: Pick<Message, "id" | "data" | "mediaUrl">;
  /** The file could not be fetched from our own server. */
  failed?: boolean;
  onRetry?: () => void;
  style?: CSSProperties;
  className?: string;
  children: ReactNode;
}

/** Keeps a file's place while it is on its way, and says in words when it will not come. */
export function MediaPlace({ message, failed, onRetry, style, className, children }: Props) {
  const { t } = useTranslation("messages");
  const state = mediaState(message.data);
  const noRoom = noRoomFor(message.data);
  const gone = !message.mediaUrl && state === "ready";
  if (state === "ready" && !gone && !failed) return children;
  const Icon = gone ? FileX2 : CloudAlert;
  return (
    <div
      style={style}
      className={cn(
        "flex max-w-full flex-col items-center justify-center gap-2 rounded-card bg-hover p-3 text-center text-meta text-fg-muted",
        className,
      )}
    >
      {state === "pending" ? <Spinner className="size-5!" /> : <Icon aria-hidden className="size-5" />}
      <span>
        {t(state === "pending" ? "media.pending" : gone ? "media.gone" : noRoom ? "media.noRoom" : "media.failed")}
      </span>
      {failed && onRetry && <Button size="small" onClick={onRetry}>{t("do.retry")}</Button>}
      {state === "failed" && noRoom !== "gone" && <AskAgain id={message.id} />}
    </div>
  );
}

/** The provider may still have it: an old file is asked for only where somebody wants it. */
function AskAgain({ id }: { id: number }) {
  const { t } = useTranslation("messages");
  const ask = useCall(messages.fetchFile);
  return (
    <Button size="small" busy={ask.isPending} onClick={() => ask.mutate({ params: { id } })}>{t("media.ask")}</Button>
  );
}
