// `npm run bench`: measures floor and product by turns and prints a table. `-- --only name,name`, `-- --quick`, `-- --whole` for
// five million messages, `-- --large` for the lists of a million tickets, which take minutes, and `-- --soak 30m` for a day of 200
// attendants, as long as it says (`--speed 20`: so many times faster than it was); `-- --kills 6m` is that day on two processes of each
// role, one of each killed.
import process from "node:process";
import * as reads from "../bench/reads.ts";
import { growing } from "../bench/large.ts";
import { kills } from "../bench/load/kills.ts";
import { soak } from "../bench/load/soak.ts";
import { firstScreen } from "../bench/screen.ts";
import { board as cards } from "../bench/phone/board.ts";
import { calendar } from "../bench/phone/calendar.ts";
import { lighthouse } from "../bench/phone/lighthouse.ts";
import { coldStart, firstVisit } from "../bench/phone/start.ts";
import { openTickets, pixels, scrolling, typing } from "../bench/phone/using.ts";
import { exported, report } from "../bench/reports.ts";
import { besideCampaign, itemsOfList, reported, starting } from "../bench/campaigns.ts";
import { nightly, operatorLists, removal } from "../bench/operator.ts";
import { botTurns } from "../bench/bot.ts";
import { openSetting, type Setting } from "../bench/setup/setting.ts";
import { idleMemory, latency, manyStreams } from "../bench/streams.ts";
import { plain, print, type TableLine } from "../bench/setup/table.ts";
import { inbound, sends } from "../bench/writes.ts";
import { besideWebhook } from "../bench/webhooks.ts";
import { besideIntegration } from "../bench/integrations.ts";
import { whatsapp } from "../bench/whatsapp.ts";

/** Reads come before writes: they want the data set as it was made. */
const operations: Record<string, (s: Setting) => Promise<TableLine[]>> = {
  list: reads.lists,
  pages: reads.deepLists,
  messages: reads.conversations,
  board: reads.board,
  chats: reads.chats,
  ticket: reads.tickets,
  search: reads.searches,
  dashboard: reads.dashboards,
  report,
  export: exported,
  operator: operatorLists,
  nightly,
  removal,
  inbound,
  bot: botTurns,
  send: sends,
  campaign: starting,
  contactlist: itemsOfList,
  shipping: reported,
  beside: besideCampaign,
  webhook: besideWebhook,
  integration: besideIntegration,
  latency,
  streams: manyStreams,
  whatsapp,
  memory: idleMemory,
  screen: firstScreen,
  coldstart: coldStart,
  firstvisit: firstVisit,
  open: openTickets,
  typing,
  scroll: scrolling,
  pixel: pixels,
  calendar,
  cards,
  lighthouse,
};

async function run(args: string[]): Promise<void> {
  const at = args.indexOf("--only");
  const large = args.includes("--large");
  const [soaked, killed] = [timeOf(args, "--soak"), timeOf(args, "--kills")];
  const speed = args.indexOf("--speed") >= 0 ? Number(args[args.indexOf("--speed") + 1]) : 8;
  if (!(speed > 0)) throw new Error("--speed wants a number.");
  const wanted = at >= 0 ? (args[at + 1] ?? "").split(",") : large || soaked || killed ? [] : Object.keys(operations);
  const unknown = wanted.filter((name) => !operations[name]);
  if (unknown.length) throw new Error(`--only knows ${Object.keys(operations).join(", ")}; not ${unknown.join(", ")}.`);
  const quick = args.includes("--quick");
  const lines: TableLine[] = [];
  const before = load();
  if (wanted.length) {
    const setting = await openSetting(quick, args.includes("--whole") ? "whole" : "usual");
    try {
      for (const name of wanted) lines.push(...await measure(setting, name));
    } finally {
      await setting.close();
    }
  }
  if (large) lines.push(...await growing(quick ? { rounds: 3, ms: 400 } : { rounds: 7, ms: 600 }));
  if (soaked) lines.push(...await soak(soaked, speed));
  if (killed) lines.push(...await kills(killed, speed));
  print(lines);
  const cores = navigator.hardwareConcurrency;
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores; load before ${before}, with the bench ${load()}.`,
  );
  if (failed.length) throw new Error(`Not measured: ${failed.join(", ")}.`);
}

/** How many processes wanted a core in the last minute: what else goes on here is in the figures too. */
const load = () => Deno.loadavg()[0]!.toFixed(1);

/** Seconds of `--soak 30m`, 90s or 1h; 0 where it is not asked for. */
function timeOf(args: string[], name: string): number {
  const at = args.indexOf(name);
  if (at < 0) return 0;
  const found = /^(\d{1,5})(s|m|h)$/.exec(args[at + 1] ?? "");
  if (!found) throw new Error(`${name} wants a time: 30m, 90s or 1h.`);
  return Number(found[1]) * { s: 1, m: 60, h: 3600 }[found[2] as "s" | "m" | "h"];
}

/** Operations that could not be measured: the run ends with an error. */
const failed: string[] = [];

/** Measures one operation; where that fails, the others are still measured. */
async function measure(setting: Setting, name: string): Promise<TableLine[]> {
  try {
    const lines = await operations[name]!(setting);
    for (const { what, ratio, product, ok } of lines) {
      console.log(`${name}: ${what}: ${product}, ${ratio}${ok === false ? " (miss)" : ""}`);
    }
    return lines;
  } catch (error) {
    failed.push(name);
    return [plain(name, error instanceof Error ? error.message.slice(0, 80) : "failed", "–", false)];
  }
}

try {
  await run(Deno.args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(0);
