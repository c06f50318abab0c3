// The examples that the page shows run as they stand: what it prints is written into a file and started.
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { exampleIn, type ExampleLanguage, exampleLanguages } from "../../contract/words/api-examples.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { PNG } from "../../proofs/security/world.ts";

const picture = { maxBytes: 1_000_000, types: ["image/*"], caption: true };
const { api } = await testApp(new Map([["line", fakeChannel("line", { media: { image: picture } as never })]]));
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => api.http.fetch(request));
const folder = await Deno.makeTempDir({ prefix: "recado-exemplos-" });
afterAll(async () => {
  await server.shutdown();
  await Deno.remove(folder, { recursive: true });
});

const programs: Record<ExampleLanguage, { name: string; file: string; needs?: string[] }> = {
  curl: { name: "sh", file: "call.sh", needs: ["curl", "--version"] },
  javascript: { name: "node", file: "call.mjs" },
  php: { name: "php", file: "call.php", needs: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"] },
  python: { name: "python3", file: "call.py" },
};
/** Whether this machine can run a command. */
async function runs([name, ...args]: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(name!, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}
const needsOf = (language: ExampleLanguage, file: boolean): string[] =>
  language === "python" && file
    ? ["python3", "-c", "import requests"]
    : programs[language].needs ?? [programs[language].name, "--version"];

const cases = await Promise.all(
  exampleLanguages.flatMap((language) =>
    [false, true].map(async (file) => ({
      ...{ language, file, what: file ? "a file" : "a text", there: await runs(needsOf(language, file)) },
    }))
  ),
);

for (const { language, file, what, there } of cases) {
  test.skipIf(!there)(`the example in ${language} sends ${what} as it stands`, async () => {
    const admin = await someone();
    const connectionId = await makeConnection(admin, "line");
    const token = crypto.randomUUID().replaceAll("-", "").slice(0, 30);
    const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: admin.companyId }, work);
    await within((tx) => tx`update app.connections set token = ${token} where id = ${connectionId}`);
    const body = `Olá, D'Ávila "Ção" \\ $HOME {{1}}\n😀 ${language}`;
    const picture = join(folder, `foto ${language}.png`);
    await Deno.writeFile(picture, PNG);
    const address = `http://127.0.0.1:${server.addr.port}`;
    const example = { address, token, number: "5511988887777", body, ...(file && { file: picture }) };
    const script = join(folder, `${file}-${programs[language].file}`);
    await Deno.writeTextFile(script, exampleIn(language, example));
    const { stdout, stderr } = await new Deno.Command(programs[language].name, { args: [script] }).output();
    expect(new TextDecoder().decode(stdout) || new TextDecoder().decode(stderr)).toContain("SUCCESS");
    const sent = await within((tx) => tx`select body, kind from app.messages where from_me`);
    expect([...sent]).toEqual([{ body, kind: file ? "image" : "chat" }]);
  });
}
