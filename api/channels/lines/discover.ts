// Finds the plugins: every folder of channels/ that has a mod.ts with a plugin. One that throws stops only itself.
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import { log } from "../../core/log.ts";

const root = new URL("../../../channels/", import.meta.url);

export interface FoundPlugins {
  plugin: ChannelPlugin;
  locales: Record<string, Record<string, string>>;
  icon: string;
}

/** Loads all plugins, by id. */
export async function discover(): Promise<Map<string, FoundPlugins>> {
  const found = new Map<string, FoundPlugins>();
  for await (const entry of Deno.readDir(root)) {
    if (!entry.isDirectory || entry.name === "sdk") continue;
    const folder = new URL(`${entry.name}/`, root);
    if (!await Deno.stat(new URL("manifest.ts", folder)).catch(() => null)) continue;
    try {
      const { plugin } = await import(new URL("mod.ts", folder).href) as { plugin: ChannelPlugin };
      if (plugin.manifest.id !== entry.name) throw new Error("The folder is not named like the manifest.");
      found.set(entry.name, {
        plugin,
        locales: await readLocales(folder),
        icon: await Deno.readTextFile(new URL("icon.svg", folder)).catch(() => ""),
      });
    } catch (error) {
      log.error("a channel could not be loaded", { channel: entry.name, error });
    }
  }
  return found;
}

async function readLocales(folder: URL): Promise<Record<string, Record<string, string>>> {
  const locales: Record<string, Record<string, string>> = {};
  for (const language of ["pt", "en", "es", "tr"]) {
    const text = await Deno.readTextFile(new URL(`locales/${language}.json`, folder)).catch(() => "{}");
    locales[language] = JSON.parse(text);
  }
  return locales;
}
