import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../ui/cn.ts";

interface Props {
  id: string;
  length: number;
  max: number;
}
const SHOWN_FROM = 0.85;

/** How much still fits into the channel's limit; silent while there is plenty. */
export function Counter({ id, length, max }: Props) {
  const { t } = useTranslation("messages");
  if (length < max * SHOWN_FROM) return null;
  const over = length - max;
  return (
    <p
      id={id}
      role="status"
      className={cn("px-4 pb-1 text-right text-small tabular-nums", over > 0 ? "text-danger" : "text-fg-subtle")}
    >
      {over > 0 ? t("tooLong", { count: over, max }) : `${length}/${max}`}
    </p>
  );
}
