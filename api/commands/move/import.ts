// `npm run import -- --from recado --folder … [--name …]`: takes in a company that another installation wrote, as a folder or ZIP file
// (docs/operations.md#moving-a-company).
import process from "node:process";
import { parseArgs } from "node:util";
import { takeInCompany } from "../../features/companies/moving/read.ts";
import { openInstallation } from "../start/installation.ts";

const USAGE = 'Say what to take in: npm run import -- --from recado --folder recado-company-2 [--name "Another name"]';

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { from: { type: "string" }, folder: { type: "string" }, name: { type: "string" } },
  });
  if (values.from !== "recado" || !values.folder) {
    console.error(USAGE);
    return 1;
  }
  const installation = await openInstallation();
  try {
    const { companyId, tables, files, left } = await takeInCompany(values.folder, values.name);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(`Company ${companyId}: ${rows} rows, ${files} files. Its connections have to be linked again.`);
    console.log(`What stayed behind:\n${left.map((line) => `- ${line}`).join("\n")}`);
    return 0;
  } finally {
    await installation.close();
  }
}

process.exit(
  await run().catch((error) => {
    console.error("Nothing was taken in:", error instanceof Error ? error.message : error);
    return 1;
  }),
);
