import { Check } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { cn } from "../../../../ui/cn.ts";

interface Props {
  ticket: Ticket;
  /** Its conversation is open: the row has another ground. */
  selected: boolean;
  chosen: boolean;
  /** Some row is chosen: all of them show their box. */
  choosing: boolean;
  reachable: boolean;
  onChoose: (range: boolean) => void;
}

/**
 * The row's box: at the picture's corner when the row is pointed at or has the focus, so that a press on the face opens; in the
 * picture's place while rows are being chosen.
 */
export function Chooser({ ticket, selected, chosen, choosing, reachable, onChoose }: Props) {
  const { t } = useTranslation("tickets");
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={chosen}
      aria-label={t("bulk.choose", { name: ticket.contact.name })}
      tabIndex={reachable ? 0 : -1}
      onClick={(e) => onChoose(e.shiftKey)}
      className={cn(
        "absolute grid place-items-center",
        choosing
          ? "top-3 left-2 size-12 opacity-100"
          : "top-0 left-0 size-6 opacity-0 group-hover/row:opacity-100 group-has-[:focus-visible]/row:opacity-100 touch:hidden",
        choosing &&
          (chosen || selected
            ? "bg-primary-soft"
            : "bg-surface group-hover/row:bg-[linear-gradient(var(--hover),var(--hover))]"),
      )}
    >
      <span
        className={cn(
          "grid place-items-center rounded-[5px] border",
          choosing ? "size-5" : "size-4",
          chosen ? "border-primary bg-primary text-on-primary" : "border-line-strong bg-surface",
        )}
      >
        {chosen && <Check aria-hidden className="size-3.5 stroke-[3]" />}
      </span>
    </button>
  );
}
