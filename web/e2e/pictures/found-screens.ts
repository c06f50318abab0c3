// The screens that need no record in their address, as their `screen.ts` files declare them.
import { join } from "node:path";
import type { Screen } from "../../core/page/screen.ts";

/** By name, with what each declares: those that are signed in to. */
export const foundScreens = (): Promise<[string, Screen][]> =>
  find(({ access }) => !["public", "open"].includes(access));

/** Those of somebody who has yet to sign in. */
export const publicScreens = (): Promise<[string, Screen][]> => find(({ access }) => access === "public");

async function find(wanted: (screen: Screen) => boolean): Promise<[string, Screen][]> {
  const found: [string, Screen][] = [];
  for (const room of ["web/features", "web/screens"]) {
    for await (const { name } of Deno.readDir(room)) {
      const file = join(Deno.cwd(), room, name, "screen.ts");
      if (!await Deno.stat(file).catch(() => null)) continue;
      const { screens } = await import(`file://${file}`) as { screens: Record<string, Screen> };
      found.push(...Object.entries(screens).filter(([, screen]) => !/[:{]/.test(screen.path) && wanted(screen)));
    }
  }
  return found.sort(([a], [b]) => a.localeCompare(b));
}
