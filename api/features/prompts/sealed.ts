import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const promptKeys = sealedColumn("prompts", "'prompt:' || company_id || ':' || id");
