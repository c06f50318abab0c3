// `npm run schema`: writes db/schema.sql anew, from a fresh database.
import process from "node:process";
import postgres from "postgres";
import { startEmbedded } from "../../db/embedded.ts";
import { apiLogin, migrate } from "../../db/migrate.ts";
import { printSchema } from "../../db/schema.ts";

const folder = await Deno.makeTempDir();
const server = await startEmbedded(folder, "schema");
await migrate(server.url, "schema");
const sql = postgres(server.url, { max: 1, onnotice: () => {} });
await Deno.writeTextFile("db/schema.sql", await printSchema(sql, apiLogin(server.url, "schema").role));
await sql.end();
await server.stop();
await Deno.remove(folder, { recursive: true });
process.exit(0);
