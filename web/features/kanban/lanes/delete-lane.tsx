import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Tag, tags } from "../../../../api/features/tags/contract.ts";
import { useCall } from "../../../core/query.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.tsx";

/** Asks where the tickets of a lane go before it is deleted. */
export function DeleteLane({ lane, lanes, onClose }: { lane: Tag; lanes: readonly Tag[]; onClose: () => void }) {
  const { t } = useTranslation("kanban");
  const [into, setInto] = useState("");
  const remove = useCall(tags.remove, {
    refresh: [tags.all, tags.list],
    onSuccess: () => {
      toast.success(t("state.deleted", { name: lane.name }));
      onClose();
    },
  });
  const others = lanes.filter(({ id }) => id !== lane.id);
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={onClose}
      title={t("confirm.deleteTitle", { name: lane.name })}
      description={lane.ticketTags > 0 ? t("lane.removeText", { count: lane.ticketTags }) : t("lane.removeNone")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button
            tone="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ params: { id: lane.id }, query: into ? { laneId: Number(into) } : {} })}
          >
            {t("do.delete")}
          </Button>
        </>
      }
    >
      {lane.ticketTags > 0 && (
        <Field label={t("lane.removeInto")}>
          <Select value={into} onChange={(e) => setInto(e.target.value)}>
            <option value="">{t("noLane")}</option>
            {others.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </Select>
        </Field>
      )}
    </Dialog>
  );
}
