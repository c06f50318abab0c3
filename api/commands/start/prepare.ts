// What a start needs made before and has no permission to make: the app as browsers get it, and the files of the bundled PostgreSQL.
import { prepareEmbedded } from "../../../db/embedded.ts";
import { buildWeb } from "../../build-web.ts";
import { readEnv } from "../../core/env.ts";
import { readSecret } from "../../core/secrets/secret.ts";
import { holdFolder } from "./hold.ts";
import { runUntilTold } from "./until-told.ts";

await runUntilTold(async (told) => {
  const env = readEnv();
  const hold = env.DATABASE_URL ? null : await holdFolder(env.DATA_DIR);
  if (env.ROLES.includes("api")) await buildWeb(told);
  if (!env.DATABASE_URL) await prepareEmbedded(env.DATA_DIR, (await readSecret(env)).secret);
  await hold?.();
});
