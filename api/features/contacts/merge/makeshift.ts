import type { Identity } from "../../../../channels/sdk/mod.ts";
import { identityRule } from "../../../core/manifests.ts";

/** A name for somebody of whom nothing is known yet: honest about what it is, as the channel's manifest says it. */
export function makeshiftName({ kind, value }: Pick<Identity, "kind" | "value">): string {
  const shown = identityRule(kind)?.shown ?? `${kind} {tail}`;
  return shown.replace(/\{(value|tail)\}/, (_, what) => what === "tail" ? value.slice(-4) : value);
}
