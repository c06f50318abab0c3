// What the channels of this process say of themselves, for who has only the name of a channel or of a kind of identity: the
// pipeline, a company that begins.
import type { Identity, IdentityRule, Manifest } from "../../channels/sdk/mod.ts";

let builtIn: string | undefined;
const rules = new Map<string, IdentityRule>();
const linked = new Set<string>();
const known = new Map<string, Manifest>();

/** Told by the host of the plugins, before anything comes in. */
export function noteManifests(manifests: Iterable<Manifest>): void {
  for (const manifest of manifests) {
    known.set(manifest.id, manifest);
    if (manifest.builtIn) builtIn = manifest.id;
    if (manifest.abilities.link) linked.add(manifest.id);
    for (const rule of manifest.identities) rules.set(rule.kind, rule);
  }
}

/** What a channel of this process says of itself. */
export function manifestOf(channel: string): Manifest | undefined {
  return known.get(channel);
}
/** The channel that every company begins with, where there is one. */
export function builtInChannel(): string | undefined {
  return builtIn;
}
/** Whether a connection of this channel is a device that is linked by a code, and has a socket of its own. */
export function isLinked(channel: string): boolean {
  return linked.has(channel);
}
/** What a kind of identity is, where a channel of this process has it. */
export function identityRule(kind: string): IdentityRule | undefined {
  return rules.get(kind);
}
/** The kinds that stand for a telephone number where people are searched for. */
export function searchedKinds(): string[] {
  return [...rules.values()].filter(({ searched }) => searched).map(({ kind }) => kind);
}
/** The telephone number among them. */
export function numberOf(identities: readonly Identity[]): Identity | undefined {
  return identities.find(({ kind }) => rules.get(kind)?.names === "number");
}
/** Whether they name a whole group. */
export function namesGroup(identities: readonly Identity[]): boolean {
  return identities.some(({ kind }) => rules.get(kind)?.names === "group");
}
