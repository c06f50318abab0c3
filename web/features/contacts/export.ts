import { contacts } from "../../../api/features/contacts/contract.ts";
import { fetchFile } from "../../core/who/api.ts";
import { toastError } from "../../core/query.ts";
import { saveFile } from "../../core/files/save-file.ts";

/** Saves all contacts as `backup_contatos.xlsx` (docs/product/contacts.md#export). */
export async function saveBackup(): Promise<void> {
  try {
    saveFile(await fetchFile(contacts.export, {}), "backup_contatos.xlsx");
  } catch (error) {
    toastError(error);
  }
}
