import { sealedColumn } from "./sealed-column.ts";

export const platformSecrets = sealedColumn("platform_secrets", "name");
