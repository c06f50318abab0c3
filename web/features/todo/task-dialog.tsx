import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { fieldTime, momentOf } from "./local-time.ts";
import { type Task, TASK_MAX } from "./tasks.ts";

interface Props {
  task: Task;
  onSave: (text: string, due: string | null) => void;
  onClose: () => void;
}
/** Changes the words and the due date of a task. */
export function TaskDialog({ task, onSave, onClose }: Props) {
  const { t } = useTranslation("todo");
  const id = useId();
  const [text, setText] = useState(task.text);
  const [due, setDue] = useState(fieldTime(task.due));
  const [tried, setTried] = useState(false);
  const save = (e: FormEvent) => {
    e.preventDefault();
    setTried(true);
    if (text.trim()) onSave(text, momentOf(due));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("edit")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" type="submit" form={id}>{t("do.save")}</Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={save} className="space-y-4">
        <Field label={t("text")} error={tried && !text.trim() ? t("field.required") : undefined} required>
          <Textarea rows={4} maxLength={TASK_MAX} autoFocus value={text} onChange={(e) => setText(e.target.value)} />
        </Field>
        <Field label={t("due")} hint={t("dueHint")}>
          <Input type="datetime-local" value={due} onChange={(e) => setDue(e.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
