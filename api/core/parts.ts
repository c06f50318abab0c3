// What features are given besides the database.
import type { ChannelPlugin, PageMessage, Surroundings } from "../../channels/sdk/mod.ts";
import type { Env } from "./env.ts";
import type { Stream } from "./live/stream.ts";

/** The channels as features see them: manifests to read, sessions to ask for. Implemented by api/channels. */
export interface ChannelPort {
  /** All loaded plugins by id. */
  readonly plugins: ReadonlyMap<string, ChannelPlugin>;
  /** Words of a plugin by language. */
  locales(id: string): Record<string, Record<string, string>>;
  icon(id: string): string;
  /** Something changed on this connection: the process that holds it (or should) looks again. */
  wake(companyId: number, connectionId: number): void;
  /** Somebody types to this contact, or stopped: shown to them where their app can. Not kept. */
  /** Settings changed, or a person asked for it: the session is opened anew, wherever it is held. */
  reopen(companyId: number, connectionId: number): void;
  /** Everything a plugin may see outside a connection. */
  around(plugin: ChannelPlugin): Surroundings;
}
export type { PageMessage };

export interface Parts {
  env: Env;
  /** Absent in processes without the api role. */
  stream: Stream | null;
  channels: ChannelPort;
}
