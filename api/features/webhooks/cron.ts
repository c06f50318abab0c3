import { timed } from "../../core/timed.ts";
import { look } from "./deliver.ts";

/** Events become deliveries, and deliveries that are due go out. */
export const deliveries = timed("webhooks", 1_000, look);
