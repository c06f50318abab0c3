// Who uses a quick message: the API's two flags as the one choice a person makes.
import type { QuickMessage } from "../../../api/features/quick-messages/contract.ts";

export const sharings = ["own", "readable", "all"] as const;
export type Sharing = typeof sharings[number];

/**
 * `own`: its owner; `readable`: all use it, its owner changes it; `all`: all use and change it
 * (docs/product/quick-messages.md#sharing).
 */
export function sharingOf({ geral, visao }: Pick<QuickMessage, "geral" | "visao">): Sharing {
  return geral ? "all" : visao ? "readable" : "own";
}
/** The flags of a choice. */
export function flagsOf(sharing: Sharing): Pick<QuickMessage, "geral" | "visao"> {
  return { geral: sharing === "all", visao: sharing !== "own" };
}
