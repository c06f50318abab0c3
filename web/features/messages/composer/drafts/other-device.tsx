import { MonitorSmartphone } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { DraftLine } from "./draft-line.tsx";
import type { DraftChoice } from "./use-draft.ts";

interface Props {
  /** What the other device has; empty: it was sent or deleted there. */
  text: string;
  /** True where there is nothing here that could be joined or lost. */
  empty: boolean;
  onChoose: (choice: DraftChoice) => void;
}

/** Another device of the same person wrote meanwhile. */
export function OtherDevice({ text, empty, onChoose }: Props) {
  const { t } = useTranslation("messages");
  const gone = text === "";
  return (
    <DraftLine
      sign={<MonitorSmartphone aria-hidden className="size-4 shrink-0 text-fg-subtle" />}
      text={gone ? t("elsewhere.gone") : t("elsewhere.wrote", { text })}
      whole={text}
    >
      <Button size="small" onClick={() => onChoose("theirs")}>{t(gone ? "elsewhere.clear" : "elsewhere.use")}</Button>
      {!gone && !empty && <Button size="small" onClick={() => onChoose("both")}>{t("elsewhere.join")}</Button>}
      <Button size="small" tone="quiet" onClick={() => onChoose("mine")}>
        {t(empty ? "elsewhere.discard" : "elsewhere.keep")}
      </Button>
    </DraftLine>
  );
}
