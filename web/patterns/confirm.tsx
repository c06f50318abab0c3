// Asks before something that cannot be taken back. Callable from anywhere: `if (await confirm({...}))`.
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface Question {
  /** Names the object: "Delete Sales?" */
  title: string;
  text?: string;
  /** The verb on the button. */
  action: string;
  danger?: boolean;
}
interface Asked extends Question {
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const watchers = new Set<() => void>();
const change = (next: Asked | null) => {
  asked = next;
  watchers.forEach((watcher) => watcher());
};

/** Resolves true when the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((answer) => change({ ...question, answer }));
}

/** Where the question appears. Once, at the root. */
export function Confirmer() {
  const { t } = useTranslation();
  const question = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => asked,
  );
  if (!question) return null;
  const close = (yes: boolean) => {
    change(null);
    question.answer(yes);
  };
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && close(false)}
      title={question.title}
      description={question.text ?? (question.danger ? t("confirm.delete") : undefined)}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button data-autofocus onClick={() => close(false)}>{t("do.cancel")}</Button>
          <Button tone={question.danger ? "danger" : "primary"} onClick={() => close(true)}>
            {question.action}
          </Button>
        </>
      }
    />
  );
}
