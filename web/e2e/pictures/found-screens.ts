// The screens that are signed in to and need no record in their address, as their `screen.ts` files declare them.
import { join } from "node:path";
import type { Screen } from "../../core/page/screen.ts";

/** By name, with what each declares. */
export async function foundScreens(): Promise<[string, Screen][]> {
  const found: [string, Screen][] = [];
  for (const room of ["web/features", "web/screens"]) {
    for await (const { name } of Deno.readDir(room)) {
      const file = join(Deno.cwd(), room, name, "screen.ts");
      if (!await Deno.stat(file).catch(() => null)) continue;
      const { screens } = await import(`file://${file}`) as { screens: Record<string, Screen> };
      const open = Object.entries(screens).filter(([, { path, access }]) =>
        !/[:{]/.test(path) && !["public", "open"].includes(access)
      );
      found.push(...open);
    }
  }
  return found.sort(([a], [b]) => a.localeCompare(b));
}
