import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const payloads = sealedColumn(
  "message_payloads",
  "'payload:' || company_id || ':' || connection_id || ':' || external_id",
);
