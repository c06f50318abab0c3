// Saving a connection: its form, then the greeting's file; what is refused is shown at its field, and its tab comes to the front.
import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { ApiError } from "../../../core/who/api.ts";
import { toastError, useCall } from "../../../core/query.ts";
import { showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { toast } from "../../../ui/toast.tsx";
import { type Body, firstTab, type TabName, type Values } from "./connection-form.ts";
import type { FullConnection } from "../full-connection.ts";
import type { FileChange } from "./greeting-file.tsx";

interface Options {
  form: UseFormReturn<Values, unknown, Body>;
  connection: FullConnection | undefined;
  onSaved: (connection: FullConnection) => void;
  onTab: (tab: TabName) => void;
  /** Wrong settings of the channel, by name. */
  onMissing: (missing: Record<string, string>) => void;
}

/** Saves; `busy` while it does. */
export function useSave({ form, connection, onSaved, onTab, onMissing }: Options) {
  const { t } = useTranslation("connections");
  const calls = { silent: true as const, refresh: [connections.list] };
  const create = useCall(connections.create, calls);
  const update = useCall(connections.update, calls);
  const upload = useCall(connections.upload, calls);
  const drop = useCall(connections.removeFile, calls);
  /** A new one that is kept already, whose file was refused: saving again changes it. */
  const kept = useRef(connection?.id);

  const complain = (error: unknown) => {
    const details = error instanceof ApiError ? error.body.details ?? [] : [];
    const fields = details.map(({ path }) => path.replace(/^body\./, ""));
    const ofChannel = fields.filter((field) => field.startsWith("settings."));
    onMissing(Object.fromEntries(ofChannel.map((field) => [field.slice("settings.".length), t("field.invalid")])));
    if (fields.length > 0) onTab(firstTab(fields));
    if (error instanceof ApiError && error.code === "ERR_WAPP_GREETING_REQUIRED") {
      form.setError("greetingMessage", { type: "server", message: "required" });
      onTab("messages");
    }
    if (error instanceof ApiError && error.code === "ERR_UNSUPPORTED_MEDIA") onTab("messages");
    if (!showServerErrors(form as never, error)) toastError(error);
  };
  const save = async (body: Body, file: FileChange) => {
    try {
      let saved = kept.current
        ? await update.mutateAsync({ params: { id: kept.current }, body })
        : await create.mutateAsync({ body });
      kept.current = saved.id;
      const params = { id: saved.id };
      if (file instanceof File) saved = await upload.mutateAsync({ params, body: {}, files: [file] });
      else if (file === "drop") saved = await drop.mutateAsync({ params });
      toast.success(t("state.saved"));
      onSaved(saved);
    } catch (error) {
      complain(error);
    }
  };
  return { save, busy: [create, update, upload, drop].some(({ isPending }) => isPending) };
}
