import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { Question } from "./confirm.tsx";

/** The dialog with the question. */
export function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && onAnswer(false)}
      title={question.title}
      description={question.text ?? (question.danger ? t("confirm.delete") : undefined)}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button data-autofocus onClick={() => onAnswer(false)}>{question.cancel ?? t("do.cancel")}</Button>
          <Button tone={question.danger ? "danger" : "primary"} onClick={() => onAnswer(true)}>
            {question.action}
          </Button>
        </>
      }
    />
  );
}
