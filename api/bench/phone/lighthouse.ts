// Google's Lighthouse on the sign-in page and on the inbox, with its own slow 4G and four times slower processor. It is fetched
// from npm when this bench runs: 180 MB that nothing else needs.
import { BENCH_PASSWORD } from "../../../db/seed-bench.ts";
import type { Setting } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { browserPath, FLAGS, openPhone, type Phone, signIn } from "./phone.ts";
import { EMAIL } from "./start.ts";

const TOOL = "lighthouse@13.5.0";
const MEASURES = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
];
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { displayValue?: string }>;
}

async function report(url: string, flags: string[], more: string[]): Promise<Report | null> {
  const done = await new Deno.Command("npx", {
    args: [
      "--yes",
      TOOL,
      url,
      "--quiet",
      "--output=json",
      "--only-categories=performance,accessibility,best-practices",
      `--chrome-flags=${["--headless=new", ...flags].join(" ")}`,
      ...more,
    ],
    env: { CHROME_PATH: await browserPath() ?? "", npm_config_loglevel: "error" },
    stdout: "piped",
    stderr: "null",
  }).output().catch(() => null);
  if (!done?.success) return null;
  return JSON.parse(new TextDecoder().decode(done.stdout)) as Report;
}

function line(what: string, found: Report | null): TableLine {
  if (!found) return plain(`Lighthouse, ${what}`, "the tool could not be fetched or run here", "–", null);
  const scores = Object.values(found.categories).map(({ score }) => Math.round((score ?? 0) * 100)).join(" / ");
  const times = MEASURES.map((name) => found.audits[name]?.displayValue ?? "–").join(", ");
  return plain(`Lighthouse, ${what} (performance / accessibility / practices)`, `${scores}; ${times}`, "–", null);
}

/** Scores of 100, and first paint, largest paint, blocking time, layout shift. */
export async function lighthouse(s: Setting): Promise<TableLine[]> {
  const phone = await openPhone(s);
  if (!phone) return [plain("Lighthouse", "no browser here", "–", null)];
  try {
    const login = await report(`${phone.base}/login`, FLAGS, []);
    const inbox = await report(`${phone.base}/tickets`, [...FLAGS, `--user-data-dir=${await signedIn(phone)}`], [
      "--disable-storage-reset",
    ]);
    return [line("sign-in page", login), line("inbox, installed", inbox)];
  } finally {
    await phone.close();
  }
}

/** The folder of a browser's profile that has the app and a session. */
async function signedIn(phone: Phone): Promise<string> {
  const started = await phone.start();
  await signIn(started.page, EMAIL, BENCH_PASSWORD);
  await started.page.evaluate(async () => void await navigator.serviceWorker.ready);
  await started.close();
  return phone.folder;
}
