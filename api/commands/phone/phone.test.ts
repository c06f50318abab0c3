// Certificates for phones of the same network, and the page that hands them out.
import { expect, test } from "vitest";
import { X509Certificate } from "node:crypto";
import { reach } from "./addresses.ts";
import { certificateFor } from "./certificate.ts";
import { words } from "./words.ts";

const card = (name: string, address: string, family: "IPv4" | "IPv6" = "IPv4") =>
  ({ name, address, family, netmask: "", scopeid: null, cidr: "", mac: "" }) as Deno.NetworkInterfaceInfo;
const read = async (path: string) => new X509Certificate(await Deno.readTextFile(path));
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "recado-tls-" });
  try {
    await work(`${folder}/tls`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

test("the address a phone can reach comes first, public ones and those of containers never", () => {
  const found = reach(
    [card("lo", "127.0.0.1"), card("docker0", "172.17.0.1"), card("eth1", "8.8.8.8"), card("wlan0", "192.168.1.20")],
    "Balcao.local",
  );
  expect(found).toEqual({
    names: ["localhost", "balcao.local"],
    addresses: ["192.168.1.20", "172.17.0.1", "127.0.0.1"],
  });
});

test("the certificate names what this computer is called and is signed by an authority for private names only", () =>
  inFolder(async (folder) => {
    const made = await certificateFor(folder, ["localhost", "balcao.local"], ["192.168.1.20"]);
    const [leaf, authority] = [await read(made.cert), await read(made.authority)];
    expect(leaf.checkHost("balcao.local")).toBe("balcao.local");
    expect(leaf.checkIP("192.168.1.20")).toBe("192.168.1.20");
    expect(leaf.verify(authority.publicKey)).toBe(true);
    expect(leaf.ca).toBe(false);
    expect(authority.ca).toBe(true);
    // The object identifier of name constraints, 2.5.29.30, marked critical.
    const constraint = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 0x1e, 0x01, 0x01, 0xff);
    expect(authority.raw.includes(constraint as never)).toBe(true);
    expect((await Deno.stat(made.key)).mode! & 0o777).toBe(0o600);
    expect((await Deno.stat(`${folder}/authority-key.pem`)).mode! & 0o777).toBe(0o600);
  }));

test("a phone that trusts the authority goes on trusting it when the address changes", () =>
  inFolder(async (folder) => {
    const first = await certificateFor(folder, ["localhost"], ["192.168.1.20"]);
    const before = [(await read(first.cert)).fingerprint256, (await read(first.authority)).fingerprint256];
    await certificateFor(folder, ["localhost"], ["192.168.1.20"]);
    expect((await read(first.cert)).fingerprint256).toBe(before[0]);
    await certificateFor(folder, ["localhost"], ["192.168.1.77"]);
    const after = await read(first.cert);
    expect(after.checkIP("192.168.1.77")).toBe("192.168.1.77");
    expect(after.verify((await read(first.authority)).publicKey)).toBe(true);
    expect((await read(first.authority)).fingerprint256).toBe(before[1]);
  }));

test("every language says every step", () => {
  const shape = (language: keyof typeof words) =>
    Object.entries(words[language]).map(([key, value]) => `${key}:${Array.isArray(value) ? value.length : 1}`);
  for (const language of Object.keys(words) as (keyof typeof words)[]) {
    expect(shape(language)).toEqual(shape("pt"));
    expect(Object.values(words[language]).flat().every((text) => text.length > 0)).toBe(true);
  }
});
