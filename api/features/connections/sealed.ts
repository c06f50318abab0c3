import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const settings = sealedColumn("connections", "'connection:' || company_id || ':' || id");
