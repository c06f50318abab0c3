// What follows from a channel's manifest: no plan counts connections of a channel that Recado serves itself, and only one by which a
// conversation can be begun becomes the default after another.
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import { refuse } from "../../contract/errors.ts";
import type { ChannelPort } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

const isBuiltIn = ({ manifest }: ChannelPlugin) => manifest.builtIn === true;

/** Refuses ERR_PLAN_LIMIT where the plan's number of connections is reached; a channel of our own is not held to it. */
export async function refuseAbovePlan(tx: Tx, { plugins }: ChannelPort, plugin: ChannelPlugin): Promise<void> {
  if (isBuiltIn(plugin)) return;
  const own = [...plugins.values()].filter(isBuiltIn).map(({ manifest }) => manifest.id);
  if (await queries.count(tx, own) >= await queries.planLimit(tx)) refuse("ERR_PLAN_LIMIT");
}

const begins = ({ plugins }: ChannelPort) =>
  [...plugins.values()].filter(({ manifest }) => manifest.abilities.begin).map(({ manifest }) => manifest.id);

/** Whether a new connection becomes the default: there is none, or none can begin a conversation and this one can. */
export async function becomesDefault(tx: Tx, channels: ChannelPort, { manifest }: ChannelPlugin): Promise<boolean> {
  if (!await queries.hasOtherDefault(tx, 0)) return true;
  return manifest.abilities.begin && await queries.count(tx, [], begins(channels)) === 0;
}

/**
 * After the default connection has gone: the oldest by which a conversation can be begun takes its place. Answers its id; undefined
 * where there is none, and then the next one that is made becomes the default.
 */
export function handDefaultOn(tx: Tx, channels: ChannelPort): Promise<number | undefined> {
  return queries.makeOldestDefault(tx, begins(channels));
}
