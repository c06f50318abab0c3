import i18next from "i18next";
import { MAX_UPLOAD_FILES } from "../../../../../api/contract/limits.ts";
import { toast } from "../../../../ui/toast.tsx";
import { changeComposer, composerOf, picked } from "../state.ts";

/** Puts files into a conversation's preview, from wherever they come: picked, pasted, dropped. */
export function addFiles(ticketId: number, files: readonly File[]): void {
  const there = composerOf(ticketId).files;
  const room = MAX_UPLOAD_FILES - there.length;
  if (files.length > room) toast.warning(i18next.t("attach.tooMany", { ns: "messages", count: MAX_UPLOAD_FILES }));
  changeComposer(ticketId, { files: [...there, ...picked(files.slice(0, Math.max(0, room)))] });
}
