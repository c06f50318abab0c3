import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const integrationSecrets = sealedColumn("queue_integrations", "'queue-integration:' || company_id || ':' || id");
