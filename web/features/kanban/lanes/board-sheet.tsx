import { zodResolver } from "@hookform/resolvers/zod";
import { Trash2 } from "lucide-react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { type Board, BOARD_NAME_MAX, BoardForm, kanban } from "../../../../api/features/kanban/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { toastError, useCall, useRead } from "../../../core/query.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { fieldText, showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../../patterns/forms/form-sheet.tsx";
import { Picker } from "../../../patterns/forms/picker.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { toast } from "../../../ui/toast.tsx";

interface Props {
  board?: Board;
  /** The only one there is cannot be deleted. */
  last: boolean;
  onClose: () => void;
  onDone: (boardId: number) => void;
}

/** Makes a board or changes it: its name and whose tickets it takes in. */
export function BoardSheet({ board, last, onClose, onDone }: Props) {
  const { t } = useTranslation("kanban");
  const { data: all = [] } = useRead(queues.list);
  const form = useForm<z.input<typeof BoardForm>, unknown, z.output<typeof BoardForm>>({
    resolver: zodResolver(BoardForm),
    defaultValues: { name: board?.name ?? "", queueIds: board?.queueIds ?? [] },
  });
  const { register, control, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [kanban.boards],
    onSuccess: ({ id }: Board) => {
      toast.success(t("state.saved"));
      onDone(id);
    },
    onError: (error: unknown) => showServerErrors(form, error) || toastError(error),
  };
  const create = useCall(kanban.createBoard, options);
  const update = useCall(kanban.updateBoard, options);
  const remove = useCall(kanban.removeBoard, {
    refresh: [kanban.boards, tags.all],
    onSuccess: () => {
      toast.success(t("state.deleted", { name: board?.name }));
      onClose();
    },
  });
  const drop = async () => {
    const sure = await confirm({
      title: t("confirm.deleteTitle", { name: board?.name }),
      text: t("board.removeText"),
      action: t("do.delete"),
      danger: true,
    });
    if (sure && board) remove.mutate({ params: { id: board.id } });
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={board?.name ?? t("board.add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      aside={board && !last && (
        <Button tone="dangerQuiet" busy={remove.isPending} onClick={() => void drop()}>
          <Trash2 aria-hidden /> {t("do.delete")}
        </Button>
      )}
      onSubmit={form.handleSubmit((body) =>
        board ? update.mutate({ params: { id: board.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("board.name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={BOARD_NAME_MAX} autoFocus {...register("name")} />
      </Field>
      <Controller
        control={control}
        name="queueIds"
        render={({ field }) => (
          <Field label={t("board.queues")} hint={t("board.queuesHint")}>
            <Picker
              choices={all}
              value={(field.value ?? []) as number[]}
              onChange={field.onChange}
              label={t("board.queues")}
              placeholder={t("board.allQueues")}
            />
          </Field>
        )}
      />
    </FormSheet>
  );
}
