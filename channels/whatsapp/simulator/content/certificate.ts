// A certificate for the media host, of an authority that lives as long as the simulator: its key is thrown away at once.
import * as x509 from "@peculiar/x509";

const DAY_MS = 24 * 3600_000;
const kind = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const signing = { name: "ECDSA", hash: "SHA-256" };

export interface MediaCertificate {
  /** PEM: what the host shows, its key, and what clients have to trust (`DENO_CERT`). */
  cert: string;
  key: string;
  authority: string;
}

export async function mediaCertificate(address: string): Promise<MediaCertificate> {
  const [top, own] = await Promise.all([0, 1].map(() => crypto.subtle.generateKey(kind, true, ["sign", "verify"])));
  const life = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + 30 * DAY_MS) };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: ["WhatsApp simulator"] }],
    ...life,
    keys: top!,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: [address] }],
    issuer: authority.subject,
    ...life,
    publicKey: own!.publicKey,
    signingKey: top!.privateKey,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: "ip", value: address }]),
    ],
  });
  const key = await crypto.subtle.exportKey("pkcs8", own!.privateKey);
  return {
    cert: `${certificate.toString("pem")}\n`,
    key: `${x509.PemConverter.encode(key, "PRIVATE KEY")}\n`,
    authority: `${authority.toString("pem")}\n`,
  };
}

/** Sixteen digits; positive, as the standard wants it. */
function serial(): string {
  return `0${crypto.randomUUID().replaceAll("-", "").slice(0, 15)}`;
}
