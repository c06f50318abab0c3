// `npm run reset-password -- email`: a new password for somebody who lost theirs, printed once; `--without-factors` takes their
// second factors away too
// (docs/product/session.md#lost-password).
import process from "node:process";
import { openInstallation } from "./start/installation.ts";
import { resetPassword } from "../features/session/actions.ts";

async function run(email: string | undefined, withoutFactors: boolean): Promise<number> {
  if (!email?.includes("@")) {
    console.error("Say whose password: npm run reset-password -- person@example.com [--without-factors]");
    return 1;
  }
  const installation = await openInstallation();
  try {
    const password = await resetPassword(email, { withoutFactors });
    if (password === null) console.error(`Nobody signs in as ${email}.`);
    else {console.log(
        `The new password of ${email}, shown this once: ${password}\nIt opens the account for seven days; they choose their own when they sign in. Their sessions have ended.`,
      );}
    return password === null ? 1 : 0;
  } finally {
    await installation.close();
  }
}

try {
  const words = process.argv.slice(2);
  process.exit(await run(words.find((word) => !word.startsWith("--")), words.includes("--without-factors")));
} catch (error) {
  console.error("The password could not be reset:", error instanceof Error ? error.message : error);
  process.exit(1);
}
