import i18next from "i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { href } from "../../../core/page/href.ts";
import { toast } from "../../../ui/toast.tsx";

/** Copies the ticket's address, for colleagues who may see it. */
export async function copyLink({ uuid }: Pick<Ticket, "uuid">): Promise<void> {
  await navigator.clipboard.writeText(new URL(href("ticket", { uuid }), location.origin).href);
  toast.success(i18next.t("do.copied"));
}
