// What the rooms of the server declare in files of one name (`jobs.ts`, `cron.ts`, `retention.ts`), found by that name: a room that
// is added tomorrow stands in no list, so nobody can forget to put it there.

/** The folders that have rooms, below `api/`. */
export const ROOMS = ["core", "channels", "features"];
const api = new URL("../", import.meta.url);

/**
 * All exports of the files of this name in the rooms below `root`, in the order of their paths. Throws where a file cannot be
 * loaded: a start without it would leave its work undone in silence.
 */
export async function exportsOf(name: string, root = api): Promise<unknown[]> {
  const files = (await Promise.all(ROOMS.map((room) => filesOf(name, new URL(`${room}/`, root))))).flat().sort();
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module));
}

async function filesOf(name: string, folder: URL): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) found.push(...await filesOf(name, new URL(`${entry.name}/`, folder)));
    else if (entry.name === name) found.push(new URL(entry.name, folder).href);
  }
  return found;
}
