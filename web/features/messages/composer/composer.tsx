import { memo, type ReactNode, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { draftName } from "../../../core/drafts.ts";
import { wantReply } from "../../../core/page/reply-field.ts";
import { usePhone } from "../../../patterns/use-phone.ts";
import { cn } from "../../../ui/cn.ts";
import { useChannel } from "../../../core/channels.ts";
import { EditBox } from "./edit-box.tsx";
import { LeftDrafts } from "./drafts/left-drafts.tsx";
import { useRemembered } from "./drafts/remember.ts";
import { ReplyBox } from "./reply-box.tsx";
import { changeComposer, useComposer } from "./state.ts";
import { useReplyWindow } from "./window/use-reply-window.ts";
import { WindowBanner } from "./window/window-banner.tsx";

const PreviewPane = onDemand(() => import("./attach/preview/preview-pane.tsx").then((m) => m.PreviewPane));
const PreviewSheet = onDemand(() => import("./attach/preview/preview-sheet.tsx").then((m) => m.PreviewSheet));

const TemplateDialog = onDemand(() => import("./window/template-dialog.tsx").then((m) => m.TemplateDialog));

interface Props {
  ticket: Ticket;
  /** It is another queue's, and one may read it. */
  readOnly: boolean;
  /** What to do first where nothing can be written: accept, reopen. */
  instead: ReactNode;
}

/** Where one writes. A ticket that is not open says so, and offers what opens it. */
export const Composer = memo(function Composer({ ticket, readOnly, instead }: Props) {
  const { t } = useTranslation("messages");
  const channel = useChannel(ticket.channel);
  const { note: wantsNote, editing, replaces, files } = useComposer(ticket.id);
  const phone = usePhone();
  const hours = channel?.replyWindow?.hours;
  const window = useReplyWindow(hours, ticket.lastInboundAt);
  const [template, setTemplate] = useState(false);
  useRemembered(ticket.id);
  const open = ticket.status === "open" || ticket.status === "group";
  if (readOnly || !open) {
    const why = readOnly ? "readOnly" : ticket.status === "closed" ? "closed" : "waiting";
    return (
      <footer className="flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
        <p className="text-fg-muted">{t(`closed.${why}`)}</p>
        {instead}
        <LeftDrafts ticketId={ticket.id} />
      </footer>
    );
  }
  const note = wantsNote && open;
  const Preview = phone ? PreviewSheet : PreviewPane;
  const closed = window.state === "closed" ? t("window.closed", { hours }) : null;
  return (
    <footer
      className={cn(
        "shrink-0 pb-[env(safe-area-inset-bottom)]",
        note || editing?.isPrivate ? "bg-note-soft" : "bg-surface",
      )}
    >
      {hours !== undefined && !note && (
        <WindowBanner
          window={window}
          hours={hours}
          onTemplate={channel?.templates ? () => setTemplate(true) : undefined}
        />
      )}
      {template && <TemplateDialog ticket={ticket} onClose={() => setTemplate(false)} />}
      <div inert={files.length > 0} className={cn("border-t", note ? "border-note/40" : "border-line")}>
        {editing
          ? (
            <EditBox
              key={editing.id}
              ticketId={ticket.id}
              message={editing}
              replaces={replaces}
              onDone={() => {
                changeComposer(ticket.id, { editing: null, replaces: null });
                wantReply(ticket.uuid);
              }}
            />
          )
          : (
            <ReplyBox
              key={draftName(ticket.id, note)}
              ticket={ticket}
              channel={channel}
              note={note}
              closed={closed}
            />
          )}
      </div>
      {files.length > 0 && (
        <Preview
          ticketId={ticket.id}
          uuid={ticket.uuid}
          contactName={ticket.contact.name}
          channel={channel}
          note={note}
        />
      )}
    </footer>
  );
});
