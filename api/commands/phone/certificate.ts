// Certificates for phones of the same network: an authority of this installation, and a certificate it signs for the names and
// addresses this computer has now. The authority may sign for private addresses and local names only, so that its key is worth
// nothing to a thief elsewhere.
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from "@peculiar/asn1-x509";
import * as x509 from "@peculiar/x509";
import { join } from "node:path";

const DAY_MS = 24 * 3600_000;
const AUTHORITY_MS = 3650 * DAY_MS;
/** Phones refuse certificates of a longer life, ms. */
const CERTIFICATE_MS = 397 * DAY_MS;
const RENEW_MS = 30 * DAY_MS;
const keyKind = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const signing = { name: "ECDSA", hash: "SHA-256" };

/** Networks that are never anybody's on the internet. */
const PRIVATE_NETWORKS = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "fc00::/7",
  "fe80::/10",
];

export interface Certificate {
  /** Paths of PEM files: what the server shows, its key, and what a phone has to trust. */
  cert: string;
  key: string;
  authority: string;
}

/** Makes or renews what is missing in `folder`; reuses what still fits these names and addresses. */
export async function certificateFor(
  folder: string,
  names: readonly string[],
  addresses: readonly string[],
): Promise<Certificate> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = {
    cert: join(folder, "cert.pem"),
    key: join(folder, "key.pem"),
    authority: join(folder, "authority.pem"),
  };
  const authority = await openAuthority(paths.authority, join(folder, "authority-key.pem"), names.at(-1) ?? "");
  const wanted = [...names, ...addresses].sort().join(",");
  const known = await Deno.readTextFile(paths.cert).catch(() => null);
  if (known && fits(new x509.X509Certificate(known), authority.certificate, wanted)) return paths;
  const keys = await crypto.subtle.generateKey(keyKind, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: [names[0] ?? "localhost"] }],
    issuer: authority.certificate.subject,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + CERTIFICATE_MS - DAY_MS),
    publicKey: keys.publicKey,
    signingKey: authority.key,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: "dns" as const, value })),
        ...addresses.map((value) => ({ type: "ip" as const, value })),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  });
  await Deno.writeTextFile(paths.key, await pemOfKey(keys.privateKey), { mode: 0o600 });
  await Deno.writeTextFile(paths.cert, `${certificate.toString("pem")}\n`);
  return paths;
}

/** True while the certificate is of this authority, names exactly what is wanted, and has a month to live. */
function fits(certificate: x509.X509Certificate, authority: x509.X509Certificate, wanted: string): boolean {
  const named = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items.map((name) => name.value) ??
    [];
  return certificate.issuer === authority.subject && named.sort().join(",") === wanted &&
    certificate.notAfter.getTime() - Date.now() > RENEW_MS;
}

async function openAuthority(
  certPath: string,
  keyPath: string,
  host: string,
): Promise<{ certificate: x509.X509Certificate; key: CryptoKey }> {
  const [cert, key] = await Promise.all([certPath, keyPath].map((path) => Deno.readTextFile(path).catch(() => null)));
  if (cert && key) {
    const raw = x509.PemConverter.decodeFirst(key);
    return {
      certificate: new x509.X509Certificate(cert),
      key: await crypto.subtle.importKey("pkcs8", raw, keyKind, false, ["sign"]),
    };
  }
  const keys = await crypto.subtle.generateKey(keyKind, true, ["sign", "verify"]);
  // The host and a random part in the name: a phone that trusts two installations can tell them apart.
  const name = `Recado ${host} ${serial().slice(0, 6)}`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [name] }, { O: ["Recado"] }],
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + AUTHORITY_MS),
    keys,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(localOnly())),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await Deno.writeTextFile(keyPath, await pemOfKey(keys.privateKey), { mode: 0o600 });
  await Deno.writeTextFile(certPath, `${certificate.toString("pem")}\n`);
  return { certificate, key: keys.privateKey };
}

function localOnly(): NameConstraints {
  const dns = ["localhost", "local", "lan", "home.arpa"].map((dNSName) => new GeneralName({ dNSName }));
  const networks = PRIVATE_NETWORKS.map((iPAddress) => new GeneralName({ iPAddress }));
  const subtrees = [...dns, ...networks].map((base) => new GeneralSubtree({ base }));
  return new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) });
}

/** Sixteen random digits; positive, as the standard wants it. */
function serial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `0${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(1)}`;
}
async function pemOfKey(key: CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}
