// Files that came in a form: kept without a copy, and gone where nothing came of them.
import { beforeAll, expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { makeTemporary } from "../forms/temporary.ts";
import { someone, testApp } from "../testing/api.ts";
import { bomb, claims } from "../testing/pictures.ts";
import { inspect, mediaFolder, mediaPath, storeUpload } from "./media.ts";
import { FileOnDisk } from "./on-disk.ts";

beforeAll(() => testApp());
const text = new TextEncoder().encode("Olá, preço.\n".repeat(30_000));
async function onDisk(folder: string, bytes: Uint8Array, longer = 0): Promise<FileOnDisk> {
  const path = `${folder}/${crypto.randomUUID()}`;
  await Deno.writeFile(path, new Uint8Array([...bytes, ...new Uint8Array(longer)]));
  return new FileOnDisk(path, { name: "tabela.csv", type: "text/csv", to: bytes.length });
}

test("a file of a form is kept as it lies there, not copied, and outlives its form", async () => {
  const { companyId } = await someone();
  let path: string;
  {
    await using folder = await makeTemporary();
    const file = await onDisk(folder.path, text);
    const stored = await withTenant({ companyId }, (tx) => storeUpload(tx, file));
    expect(stored).toMatchObject({
      kind: "document",
      mimeType: "text/csv",
      bytes: text.length,
      fileName: "tabela.csv",
    });
    path = mediaPath(companyId, stored.id);
    expect((await Deno.stat(path)).ino).toBe((await Deno.stat(file.path)).ino);
    const [row] = await withTenant({ companyId }, (tx) =>
      tx`
      select encode(sha256, 'hex') as sha256 from app.media where company_id = ${companyId} and id = ${stored.id}`);
    expect(row!.sha256).toBe(new Uint8Array(await crypto.subtle.digest("SHA-256", text)).toHex());
  }
  expect(await Deno.readFile(path)).toEqual(text);
});

test("of a file that is longer on the disk than what counts of it, only that is kept", async () => {
  const { companyId } = await someone();
  await using folder = await makeTemporary();
  const file = await onDisk(folder.path, text, 10);
  const { id } = await withTenant({ companyId }, (tx) => storeUpload(tx, file));
  expect(await Deno.readFile(mediaPath(companyId, id))).toEqual(text);
});

test("of a transaction that fails no file stays on the disk", async () => {
  const { companyId } = await someone();
  await using folder = await makeTemporary();
  const file = await onDisk(folder.path, text);
  const failed = withTenant({ companyId }, async (tx) => {
    const { id } = await storeUpload(tx, file);
    await Deno.stat(mediaPath(companyId, id));
    throw new Error("later");
  });
  await expect(failed).rejects.toThrow("later");
  const names = async () => {
    const folders = await Array.fromAsync(Deno.readDir(mediaFolder(companyId)));
    return (await Promise.all(
      folders.map(({ name }) => Array.fromAsync(Deno.readDir(`${mediaFolder(companyId)}/${name}`))),
    ))
      .flat();
  };
  await expect.poll(names).toEqual([]);
  expect(await file.bytes()).toEqual(text);
});

test("a file on the disk is the same as its bytes say", async () => {
  await using folder = await makeTemporary();
  const said = { fileName: "a" };
  const late = (bytes: Uint8Array) => {
    // A camera's own words before the picture's size, more of them than a first look reads.
    const words = Array.from({ length: 40 }, () => [0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(65_533)]).flat();
    return new Uint8Array([...bytes.subarray(0, 2), ...words, ...bytes.subarray(2)]);
  };
  const samples = [...Object.values(claims(640, 480)), bomb(30_000, 30_000), text, late(claims(640, 480).jpeg)];
  for (const [at, bytes] of samples.entries()) {
    expect(await inspect(await onDisk(folder.path, bytes), said), String(at)).toEqual(await inspect(bytes, said));
  }
  expect((await inspect(await onDisk(folder.path, samples.at(-1)!), said)).width).toBe(640);
});
