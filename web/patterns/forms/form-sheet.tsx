import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { confirm } from "../confirm.tsx";
import { useHold } from "../use-hold.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  onSubmit: (event: FormEvent) => void;
  busy: boolean;
  /** True while there are unsaved changes: closing then asks. */
  dirty: boolean;
  saveLabel?: string;
  /** Nothing of it can be changed: there is nothing to save. */
  readOnly?: boolean;
  /** As wide as an editor with something beside it needs. */
  page?: boolean;
  /** Dangerous actions, at the left of the footer, apart from saving. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A form in a side sheet, saved by its footer or by Enter. */
export function FormSheet(props: Props) {
  const { open, onClose, title, description, onSubmit, busy, dirty, saveLabel, readOnly, page, aside, children } =
    props;
  const { t } = useTranslation();
  const id = useId();
  useHold("form", open && dirty);
  const close = async () => {
    const sure = !dirty || await confirm({
      title: t("confirm.unsavedTitle"),
      text: t("confirm.unsaved"),
      action: t("confirm.discard"),
      danger: true,
    });
    if (sure) onClose();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && void close()}
      title={title}
      description={description}
      closeLabel={t("do.close")}
      page={page}
      footer={
        <>
          {aside && <div className="mr-auto">{aside}</div>}
          <Button onClick={() => void close()}>{t(readOnly ? "do.close" : "do.cancel")}</Button>
          {!readOnly && <Button tone="primary" type="submit" form={id} busy={busy}>{saveLabel ?? t("do.save")}</Button>}
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="space-y-4">{children}</form>
    </Sheet>
  );
}
