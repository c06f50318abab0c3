import { sealedColumn } from "../../core/secrets/sealed-column.ts";

const bound = "'secret:' || company_id || ':' || connection_id || ':' || name";
export const secrets = sealedColumn("connection_secrets", bound);
export const secretsSetAside = sealedColumn("connection_secrets_kept", bound);
