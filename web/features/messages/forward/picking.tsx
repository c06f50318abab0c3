import { useAtomValue } from "jotai";
import { Forward, X } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useLayer } from "../../../ui/layers.ts";
import { toast } from "../../../ui/toast.tsx";
import { askForward, endPicking, forwardingAtom, pickingAtom } from "./state.ts";

const ForwardDialog = onDemand(() => import("./forward-dialog.tsx").then((m) => m.ForwardDialog));

function Bar({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation("messages");
  const messages = useAtomValue(pickingAtom)?.messages ?? [];
  useLayer(endPicking);
  const go = () => {
    if (messages.length === 0) toast.error(t("forward.none"));
    else askForward(ticketId, messages);
  };
  return (
    <div
      role="toolbar"
      aria-label={t("forward.picking")}
      className="flex shrink-0 items-center gap-2 border-t border-line bg-raised px-3 py-2 animate-fade"
    >
      <IconButton icon={X} label={t("do.cancel")} tip="top" onClick={endPicking} />
      <p role="status" className="min-w-0 flex-1 tabular-nums">{t("forward.picked", { count: messages.length })}</p>
      <Button tone="primary" onClick={go}>
        <Forward aria-hidden /> {t("menu.forward")}
      </Button>
    </div>
  );
}

/** The bar while messages are picked in a conversation, and the dialog that asks to whom they go. */
export function Picking({ ticketId }: { ticketId: number }) {
  const picking = useAtomValue(pickingAtom)?.ticketId === ticketId;
  const forwarding = useAtomValue(forwardingAtom);
  return (
    <>
      {picking && <Bar ticketId={ticketId} />}
      {forwarding?.ticketId === ticketId && <ForwardDialog ticketId={ticketId} messages={forwarding.messages} />}
    </>
  );
}
