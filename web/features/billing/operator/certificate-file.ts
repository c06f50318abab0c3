// The certificate that a bank gives for its API, as text that can be sent: PEM as it is, a .p12 in base64.
const PEM = "-----BEGIN";

/** As much as the API takes, characters. */
export const CERTIFICATE_MAX = 40_000;

/** The file as text; null where it is empty, or longer than any certificate. */
export async function certificateText(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) return null;
  const isPem = new TextDecoder().decode(bytes).includes(PEM);
  const text = isPem ? new TextDecoder().decode(bytes) : bytes.toBase64();
  return text.length > CERTIFICATE_MAX ? null : text;
}
