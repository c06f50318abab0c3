import { sealedColumn } from "../../core/secrets/sealed-column.ts";

export const gateways = sealedColumn("gateways", "'gateway:' || kind");
