import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const webhookSecrets = sealedColumn("webhooks", "'webhook:' || company_id || ':' || id");
