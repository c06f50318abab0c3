// A real Chromium: CHROMIUM_PATH, else an installed one, else the one inside an npm package (a headless shell: it lacks
// notifications and says nothing of installability). `CHROMIUM_PATH=packaged` asks for the last.
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

async function launchOptions(more: readonly string[] = []) {
  const args = [...flags, ...more];
  const path = process.env.CHROMIUM_PATH ?? await findInstalled();
  if (path && path !== "packaged") return { executablePath: path, args };
  const packaged = await unpack();
  return { executablePath: packaged.path, args, env: packaged.env };
}
/** Starts the browser; `more` are switches of one script (a stand-in for the microphone). */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return await chromium.launch(await launchOptions(more));
}
/** Starts the browser with a profile on disk: a browser's other windows count as private, where nothing can be installed. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(folder, await launchOptions());
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

/** Unpacks the package's browser and its libraries into a folder of its version: by itself it reuses what an older one left. */
async function unpack(): Promise<{ path: string; env: Record<string, string> }> {
  const { version } = JSON.parse(await Deno.readTextFile("node_modules/@sparticuz/chromium/package.json")) as {
    version: string;
  };
  const before = process.env.TMPDIR;
  const folder = join(tmpdir(), `recado-chromium-${version}`);
  await Deno.mkdir(folder, { recursive: true });
  process.env.TMPDIR = folder;
  try {
    const { default: packaged, inflate } = await import("@sparticuz/chromium");
    await inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br");
    const path = await packaged.executablePath();
    // The package's own file names folders of another machine; without a font nothing can even be typed.
    const dirs = [join(folder, "fonts"), "/usr/share/fonts"].map((dir) => `<dir>${dir}</dir>`).join("");
    const conf = `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${
      join(folder, "fonts-cache")
    }</cachedir></fontconfig>`;
    await Deno.writeTextFile(join(folder, "fonts", "fonts.conf"), conf);
    const env = {
      ...process.env as Record<string, string>,
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_PATH: join(folder, "fonts"),
    };
    return { path, env: { ...env, TMPDIR: before ?? tmpdir() } };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
