import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const authenticators = sealedColumn("authenticators", "'authenticator:' || company_id || ':' || user_id");
