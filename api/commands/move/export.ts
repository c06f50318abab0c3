// `npm run export -- --company 2 [--to folder]`: writes a company whole, as JSON lines and files (docs/operations.md#moving-a-company).
import process from "node:process";
import { parseArgs } from "node:util";
import { writeCompany } from "../../features/companies/moving/write.ts";
import { openInstallation } from "../start/installation.ts";

const USAGE = "Say which company: npm run export -- --company 2 [--to folder]";

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { company: { type: "string" }, to: { type: "string" } } });
  if (!/^[1-9]\d{0,14}$/.test(values.company ?? "")) {
    console.error(USAGE);
    return 1;
  }
  const folder = values.to ?? `recado-company-${values.company}`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const _ of Deno.readDir(folder)) {
    console.error(`${folder} is not empty: name another folder with --to.`);
    return 1;
  }
  const installation = await openInstallation();
  try {
    const written = await writeCompany(Number(values.company), folder);
    if (!written) {
      console.error(`There is no company ${values.company}.`);
      return 1;
    }
    const rows = Object.values(written.tables).reduce((sum, count) => sum + count, 0);
    console.log(
      `${folder}: ${rows} rows, ${written.files} files. Keys, sign-ins and invoices stay; recado.json says what and why.`,
    );
    if (written.missing.length) console.log(`${written.missing.length} files were not on the disk.`);
    return 0;
  } finally {
    await installation.close();
  }
}

process.exit(
  await run().catch((error) => {
    console.error("The company could not be written:", error instanceof Error ? error.message : error);
    return 1;
  }),
);
