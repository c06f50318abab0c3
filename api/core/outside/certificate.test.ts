// A server that asks who calls: real TLS, with a root of its own.
import * as x509 from "@peculiar/x509";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guardedFetch } from "./egress.ts";
import { askOutside, providers, setUpProviders } from "./providers.ts";
import type { ClientCertificate } from "./once.ts";

x509.cryptoProvider.set(crypto);
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const span = (from: number, to: number) => ({
  notBefore: new Date(Date.now() + from * 864e5),
  notAfter: new Date(Date.now() + to * 864e5),
});
const days = span(-9, 9);
type Keys = CryptoKeyPair;
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<Keys>;

async function root(name: string) {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: "01", name: `CN=${name}`, keys, signingAlgorithm: algorithm, ...days },
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  return { keys, certificate, pem: certificate.toString("pem") };
}
async function issued(by: Awaited<ReturnType<typeof root>>, name: string, valid = span(-1, 1)) {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...{ serialNumber: "02", subject: `CN=${name}`, issuer: by.certificate.subject, ...valid },
    ...{ publicKey: keys.publicKey, signingKey: by.keys.privateKey, signingAlgorithm: algorithm },
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  return { cert: certificate.toString("pem"), key };
}

const ours = await root("Bank");
const theirs = await root("Stranger");
const names: string[] = [];
let server: ReturnType<typeof createServer>;
let origin = "";
beforeAll(async () => {
  const own = await issued(ours, "localhost");
  server = createServer({ ...own, ca: ours.pem, requestCert: true, rejectUnauthorized: true }, (asked, answer) => {
    const socket = asked.socket as unknown as { authorized: boolean };
    names.push(`${asked.method} ${socket.authorized}`);
    answer.end("paid");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void (server.closeAllConnections(), server.close()));
const ask = (certificate?: ClientCertificate, init: RequestInit = {}) =>
  guardedFetch({ origins: [origin], allow: [], certificate })(`${origin}/oauth/token`, {
    signal: AbortSignal.timeout(5_000),
    ...init,
  });

test("a server that asks who calls answers who shows its certificate, whatever is asked", async () => {
  const certificate = { ...await issued(ours, "client"), ca: ours.pem };
  expect(await (await ask(certificate)).text()).toBe("paid");
  expect(await (await ask(certificate, { method: "PUT", body: "{}" })).text()).toBe("paid");
  expect(names).toEqual(["GET true", "PUT true"]);
});

test("it answers nobody without one, with a stranger's, or where its own is not of the root that is known", async () => {
  const before = names.length;
  await expect(ask({ ca: ours.pem })).rejects.toThrow(TypeError);
  await expect(ask({ ...await issued(theirs, "client"), ca: ours.pem })).rejects.toThrow(TypeError);
  await expect(ask({ ...await issued(ours, "client"), ca: theirs.pem })).rejects.toThrow(TypeError);
  await expect(ask({ cert: "no certificate", key: "no key", ca: ours.pem })).rejects.toThrow();
  expect(names).toHaveLength(before);
});

test.each([
  ["a stranger's", async () => ({ ...await issued(theirs, "client"), ca: ours.pem })],
  ["one whose days are over", async () => ({ ...await issued(ours, "client", span(-5, -2)), ca: ours.pem })],
  ["one whose days have not come", async () => ({ ...await issued(ours, "client", span(2, 5)), ca: ours.pem })],
  ["none in the file", () => Promise.resolve({ cert: "no certificate", key: "no key", ca: ours.pem })],
  ["a .p12 that is none", () => Promise.resolve({ pfx: Buffer.from("none"), passphrase: "", ca: ours.pem })],
])("%s is told as a wrong certificate, and nobody at home as nobody at home", async (_, make) => {
  const before = providers();
  const ask = (certificate: ClientCertificate, url = `${origin}/oauth/token`) =>
    askOutside(url, { timeoutMs: 5_000, maxBytes: 1000, certificate });
  setUpProviders({ ...before, PIX_URL: origin, EGRESS_ALLOW: ["127.0.0.1", "localhost"] });
  try {
    await expect(ask(await make())).rejects.toMatchObject({ reason: "unreachable", detail: "certificate" });
    const good = { ...await issued(ours, "client"), ca: ours.pem };
    expect(await ask(good)).toMatchObject({ status: 200 });
    const nobody = ask(good, "https://localhost:1/oauth/token");
    await expect(nobody).rejects.not.toMatchObject({ detail: "certificate" });
  } finally {
    setUpProviders({ ...before, EGRESS_ALLOW: [] });
  }
});
