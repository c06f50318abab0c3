// `npm run import -- --from recado --folder …` takes in a company that another installation wrote, as a folder or ZIP file;
// `npm run import -- --from whaticket --url …` the companies of a database of the Whaticket family, `--from chatwoot --url …` an account
// of Chatwoot (docs/operations.md#moving-a-company).
import process from "node:process";
import { parseArgs } from "node:util";
import { accountOf, askChatwoot } from "../../features/companies/chatwoot/api.ts";
import { openChatwoot } from "../../features/companies/chatwoot/source.ts";
import { takeInCompany } from "../../features/companies/moving/read.ts";
import { countRows, importCompanies } from "../../features/companies/whaticket/import.ts";
import { openSource, type Source } from "../../features/companies/whaticket/source.ts";
import { openInstallation } from "../start/installation.ts";

const USAGE = `Say what to take in:
  npm run import -- --from recado --folder recado-company-2 [--name "Another name"]
  npm run import -- --from whaticket --url postgres://… [--media backend/public] [--company 1] [--name "A name"] [--dry-run]
  CHATWOOT_TOKEN=… npm run import -- --from chatwoot --url https://chat.example.com/app/accounts/1 [--dry-run]`;

const text = { type: "string" } as const;
const options = {
  ...{ from: text, folder: text, name: text, url: text, media: text, company: text },
  "dry-run": { type: "boolean" },
} as const;

async function run(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.from === "recado" && values.folder) return await fromRecado(values.folder, values.name);
  if (values.from === "whaticket" && values.url) return await takeFrom(await openSource(values.url), values);
  if (values.from === "chatwoot" && values.url) {
    const account = accountOf(values.url);
    const token = process.env.CHATWOOT_TOKEN;
    if (!token) throw new Error("CHATWOOT_TOKEN is missing: an administrator's, from Profile settings › Access token.");
    return await takeFrom(await openChatwoot(account, askChatwoot(account, token)), values);
  }
  console.error(USAGE);
  return 1;
}

async function fromRecado(folder: string, name?: string): Promise<number> {
  const installation = await openInstallation();
  try {
    const { companyId, tables, files, left } = await takeInCompany(folder, name);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(`Company ${companyId}: ${rows} rows, ${files} files. Its connections have to be linked again.`);
    console.log(`What stayed behind:\n${left.map((line) => `- ${line}`).join("\n")}`);
    return 0;
  } finally {
    await installation.close();
  }
}

async function takeFrom(
  source: Source,
  given: { media?: string; company?: string; name?: string; "dry-run"?: boolean },
): Promise<number> {
  const choice = { folder: given.media ?? null, company: given.company, name: given.name, tell: console.log };
  try {
    if (given["dry-run"]) {
      console.log("Nothing is written. There are:");
      for (const [table, count] of Object.entries(await countRows(source, choice))) {
        console.log(`${table}: ${count}`);
      }
      return 0;
    }
    const installation = await openInstallation();
    try {
      const { companies, report } = await importCompanies(source, choice);
      console.log(report.lines().join("\n"));
      console.log(
        `Companies ${companies.join(", ")}. Their connections have to be linked. Run again, it takes what is new.`,
      );
      return 0;
    } finally {
      await installation.close();
    }
  } finally {
    await source.close();
  }
}

process.exit(
  await run().catch((error) => {
    console.error("The import ended early:", error instanceof Error ? error.message : error);
    return 1;
  }),
);
