// The proof that the server is the right one: root → intermediate → the server's own key.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { type KeyPair, newKeyPair, sign } from "../bytes/curve.ts";

const DAY = 24 * 3600;

/** `flaw` breaks one signature and leaves the chain well formed, for clients that have to notice. */
export function certificateChain(
  root: KeyPair,
  server: KeyPair,
  seconds: number,
  flaw?: "intermediate" | "leaf",
): Buffer {
  const middle = newKeyPair();
  const stranger = newKeyPair();
  const life = { notBefore: seconds - DAY, notAfter: seconds + 365 * DAY };
  const Details = proto.CertChain.NoiseCertificate.Details;
  const certificate = (signer: KeyPair, serial: number, issuerSerial: number, key: Uint8Array) => {
    const details = Details.encode({ serial, issuerSerial, key, ...life }).finish();
    return { details, signature: sign(signer, details) };
  };
  return Buffer.from(
    proto.CertChain.encode({
      intermediate: certificate(flaw === "intermediate" ? stranger : root, 1, 0, middle.open),
      leaf: certificate(flaw === "leaf" ? stranger : middle, 2, 1, server.open),
    }).finish(),
  );
}
