import { usePicture } from "../../../core/files/picture.ts";
import { File as FileIcon, Film, Music, Pencil, Trash2, X } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { formatBytes } from "../../../core/words/format.ts";
import { useMe } from "../../../core/who/me.ts";
import { discard, fileOf, type OutboxRow, retractable, retry, takeBack } from "../../../core/outbox.ts";
import { MenuItem } from "../../../ui/menu-panel.tsx";
import { changeComposer } from "../composer/state.ts";
import { unsigned } from "../composer/length.ts";
import { restoreText } from "../composer/drafts/restore.ts";
import { useConversation } from "../conversation.ts";
import { cancelSending } from "../uploads.ts";
import { Failure } from "./frame/failure.tsx";
import { BubbleFrame } from "./frame/frame.tsx";
import { BubbleMeta } from "../parts/meta.tsx";
import { RichText } from "./text/rich-text.tsx";

/** How much has left, as a ring around the way to stop it. */
function Progress({ row }: { row: OutboxRow }) {
  const { t } = useTranslation("messages");
  const share = Math.round(row.progress * 100);
  return (
    <button
      type="button"
      aria-label={t("upload.cancel", { share })}
      onClick={() => cancelSending(row)}
      className="relative grid size-11 place-items-center rounded-full bg-raised text-fg shadow-float"
    >
      <svg aria-hidden viewBox="0 0 44 44" className="absolute inset-0 -rotate-90">
        <circle
          cx="22"
          cy="22"
          r="19"
          fill="none"
          strokeWidth="3"
          pathLength={100}
          strokeDasharray={`${Math.max(4, share)} 100`}
          className="stroke-primary-fg transition-[stroke-dasharray] duration-150"
        />
      </svg>
      <X aria-hidden className="size-5" />
    </button>
  );
}

function FilePreview({ row }: { row: OutboxRow }) {
  const file = row.blobs[0];
  const picture = file?.type.startsWith("image/") === true;
  const [blob, setBlob] = useState<Blob | null>();
  useEffect(() => {
    let over = false;
    if (picture && file) void fileOf(file.key).then((found) => !over && setBlob(found));
    return () => {
      over = true;
    };
  }, [row.id]);
  const url = usePicture(blob);
  if (!file) return null;
  const going = row.state !== "refused";
  if (picture) {
    return (
      <span className="relative grid max-w-80 place-items-center overflow-hidden rounded-[12px] bg-hover">
        {url
          ? <img src={url} alt={file.name} className="max-h-85 w-full object-cover" />
          : <span className="size-45" />}
        {going && (
          <span className="absolute grid place-items-center">
            <Progress row={row} />
          </span>
        )}
      </span>
    );
  }
  const Icon = file.type.startsWith("video/") ? Film : file.type.startsWith("audio/") ? Music : FileIcon;
  return (
    <span className="flex w-72 max-w-full items-center gap-3 rounded-[12px] bg-hover p-2">
      {going ? <Progress row={row} /> : <Icon aria-hidden className="mx-3 size-5 text-fg-muted" />}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-500 wrap-anywhere">{file.name}</span>
        <span className="block text-small text-fg-subtle tabular-nums">{formatBytes(file.size)}</span>
      </span>
    </span>
  );
}

/** A message that the server does not have yet: at once on screen, with a clock; refused ones say why. */
export const OutgoingBubble = memo(function OutgoingBubble({ row, first }: { row: OutboxRow; first: boolean }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { ticketId } = useConversation();
  const note = row.call.body?.isPrivate === true;
  const body = typeof row.call.body?.body === "string" ? row.call.body.body : "";
  const refused = row.state === "refused";
  const edit = row.blobs.length > 0 || !retractable(row) ? undefined : async () => {
    // Only what has certainly not left may be written again: else the customer would get it twice.
    if (!await takeBack(row.id)) return;
    changeComposer(ticketId, { note, editing: null });
    await restoreText(ticketId, unsigned(body, me.name), note);
  };
  const menu = refused || row.state === "sending" || !retractable(row) ? undefined : (
    <>
      {edit && (
        <MenuItem onSelect={() => void edit()}>
          <Pencil aria-hidden /> {t("do.edit")}
        </MenuItem>
      )}
      <MenuItem danger onSelect={() => void takeBack(row.id)}>
        <Trash2 aria-hidden /> {t("failed.discard")}
      </MenuItem>
    </>
  );
  return (
    <BubbleFrame
      side={note ? "note" : "out"}
      first={first}
      label={`${t("you")}, ${t(refused ? "tick.failed" : "tick.clock")}`}
      author={note && first ? t("note.own") : undefined}
      menu={menu}
      below={refused && (
        <Failure
          code={row.reason}
          onRetry={() => void retry(row.id)}
          onEdit={edit && (() => void edit())}
          onDiscard={() => void discard(row.id)}
        />
      )}
    >
      <FilePreview row={row} />
      {body && (
        <span className={row.blobs.length > 0 ? "mt-1 block" : undefined}>
          <RichText text={body} />
        </span>
      )}
      <BubbleMeta at={row.createdAt} tick={refused ? "failed" : "clock"} />
    </BubbleFrame>
  );
});
