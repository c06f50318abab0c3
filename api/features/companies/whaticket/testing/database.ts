// Real databases for a source: PostgreSQL beside the test's own, MariaDB where this machine has it.
import mysql from "mysql2/promise";
import postgres from "postgres";
import type { Database } from "./family.ts";

/** Makes a database on the PostgreSQL of `server` and fills it; answers its address and what drops it. */
export async function onPostgres(server: string, database: Database): Promise<[string, () => Promise<void>]> {
  const url = new URL(server);
  const name = `whaticket_${crypto.randomUUID().slice(0, 8)}`;
  const admin = async (text: string) => {
    const sql = postgres(new URL("/postgres", server).href, { max: 1, onnotice: () => {} });
    await sql.unsafe(text).finally(() => sql.end());
  };
  await admin(`create database "${name}" template template1`);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const types = { int: "bigint", text: "text", bool: "boolean", time: "timestamptz" };
  for (const [table, { columns, rows }] of Object.entries(database)) {
    const list = Object.entries(columns).map(([column, type]) => `"${column}" ${types[type]}`);
    await sql.unsafe(`create table "${table}" (${list.join(", ")})`);
    if (!rows.length) continue;
    await sql.unsafe(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::text::json)`, [
      JSON.stringify(rows),
    ]);
  }
  await sql.end();
  return [url.href, () => admin(`drop database "${name}" with (force)`)];
}

/** Whether this machine has MariaDB's server. */
export const hasMariaDb = await new Deno.Command("mariadbd", { args: ["--version"], stdout: "null", stderr: "null" })
  .output().then(({ success }) => success, () => false);

/** Starts MariaDB in a folder of its own, reached by one free port; answers its address and what stops it. */
export async function startMariaDb(): Promise<[string, () => Promise<void>]> {
  const folder = await Deno.makeTempDir({ prefix: "recado-mariadb-" });
  const root = Deno.uid() === 0 ? ["--user=root"] : [];
  const datadir = `--datadir=${folder}/data`;
  await Deno.mkdir(`${folder}/data`);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const server = new Deno.Command("mariadbd", {
    args: [
      "--no-defaults",
      datadir,
      `--socket=${folder}/socket`,
      // Without tables of grants there is nothing to install first.
      ...["--skip-grant-tables", "--bind-address=127.0.0.1", `--port=${port}`],
      ...["--innodb-flush-log-at-trx-commit=0", ...root],
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `mysql://root@127.0.0.1:${port}`;
  const stop = async () => {
    server.kill();
    await server.status;
    await Deno.remove(folder, { recursive: true });
  };
  for (let tries = 0;; tries++) {
    const connection = await mysql.createConnection(url).catch(() => null);
    if (connection) return [url, () => connection.end().then(stop)];
    if (tries === 300) return await stop().then(() => Promise.reject(new Error("MariaDB does not answer.")));
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Makes a database on the MariaDB of `server` and fills it; answers its address. */
export async function onMariaDb(server: string, database: Database): Promise<string> {
  const name = `whaticket_${crypto.randomUUID().slice(0, 8)}`;
  const sql = await mysql.createConnection({ uri: server, timezone: "Z", charset: "utf8mb4" });
  await sql.query(`create database ${name} character set utf8mb4`);
  await sql.query(`use ${name}`);
  const types = { int: "bigint", text: "longtext", bool: "tinyint(1)", time: "datetime(6)" };
  for (const [table, { columns, rows }] of Object.entries(database)) {
    const list = Object.entries(columns).map(([column, type]) => `\`${column}\` ${types[type]}`);
    // Servers that grew old have tables in an older encoding.
    const encoding = table === "Tags" ? "latin1" : "utf8mb4";
    await sql.query(`create table \`${table}\` (${list.join(", ")}) character set ${encoding}`);
    if (!rows.length) continue;
    const names = Object.keys(columns);
    await sql.query(`insert into \`${table}\` (${names.map((one) => `\`${one}\``).join(", ")}) values ?`, [
      rows.map((row) => names.map((column) => row[column] ?? null)),
    ]);
  }
  await sql.end();
  return `${server}/${name}`;
}
