// A number of WhatsApp, linked like one of its devices. Unofficial: it speaks as WhatsApp's own clients do.
import type { ChannelPlugin } from "../sdk/mod.ts";
import { type Config, config } from "./config.ts";
import { manifest } from "./manifest.ts";

export const plugin: ChannelPlugin<Config> = {
  manifest,
  config,
  /** Known only once a phone agreed; then the host is told (`Host.account`). */
  accounts: () => [],
  async connect(_settings, host) {
    // The library is loaded with a process's first line: it takes as long as a sixth of a start, and many processes have no such line.
    const { open } = await import("./connection.ts");
    return open(host);
  },
};
