// A device for tests: makes a passkey and signs with it, as a browser and its secure element would. What it says can be bent.
const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));

/** Present and verified, as bits of an authenticator's answer; a new credential follows. */
const PRESENT = 1, VERIFIED = 4, CREDENTIAL = 64;

export interface Bent {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** False: the person touched it and did not unlock it. */
  verified?: boolean;
  type?: string;
  /** Whose it says it is. */
  owner?: string;
}

export class Device {
  readonly id = crypto.getRandomValues(new Uint8Array(16));
  counter = 0;
  /** Who the site said it is of. */
  owner = "";
  private constructor(private keys: CryptoKeyPair, private origin: string) {}

  static async make(origin: string): Promise<Device> {
    return new Device(
      await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]),
      origin,
    );
  }

  /** The answer to a question for a new passkey. */
  async register(
    options: { challenge: string; user: { id: string } },
    bent: Bent = {},
  ): Promise<Record<string, unknown>> {
    this.owner = options.user.id;
    const { x, y } = await crypto.subtle.exportKey("jwk", this.keys.publicKey);
    const point = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" });
    // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const key = joined([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], point(x!), [0x22, 0x58, 32], point(y!));
    const credential = joined(new Uint8Array(16), [0, this.id.length], this.id, key);
    const data = joined(await this.#data(CREDENTIAL, bent), credential);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestationObject = joined(
      [0xa3, 0x63],
      bytesOf("fmt"),
      [0x64],
      bytesOf("none"),
      [0x67],
      bytesOf("attStmt"),
      [0xa0, 0x68],
      bytesOf("authData"),
      [0x58, data.length],
      data,
    );
    const client = this.#client(bent.type ?? "webauthn.create", options.challenge, bent);
    return this.#answer({
      clientDataJSON: base64url(client),
      attestationObject: base64url(attestationObject),
      transports: ["internal"],
    });
  }

  /** The answer to a question at sign-in. */
  async sign(options: { challenge: string }, bent: Bent = {}): Promise<Record<string, unknown>> {
    this.counter++;
    const data = await this.#data(0, bent);
    const client = this.#client(bent.type ?? "webauthn.get", options.challenge, bent);
    const raw = await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      this.keys.privateKey,
      joined(data, await sha256(client)),
    );
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(asDer(new Uint8Array(raw))),
      userHandle: bent.owner ?? this.owner,
    });
  }

  async #data(more: number, bent: Bent): Promise<Uint8Array> {
    const rpId = bent.rpId ?? new URL(this.origin).hostname;
    const flags = PRESENT + (bent.verified === false ? 0 : VERIFIED) + more;
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, this.counter);
    return joined(await sha256(bytesOf(rpId)), [flags], counter);
  }
  #client(type: string, challenge: string, bent: Bent): Uint8Array {
    const said = { type, challenge: bent.challenge ?? challenge, origin: bent.origin ?? this.origin };
    return bytesOf(JSON.stringify(said));
  }
  #answer(response: Record<string, unknown>): Record<string, unknown> {
    const id = base64url(this.id);
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }
}

/** WebCrypto's pair of numbers as the sequence that authenticators write. */
function asDer(raw: Uint8Array): Uint8Array {
  const number = (bytes: Uint8Array) => {
    let at = 0;
    while (at < bytes.length - 1 && bytes[at] === 0) at++;
    const rest = bytes.slice(at);
    const whole = rest[0]! > 127 ? joined([0], rest) : rest;
    return joined([2, whole.length], whole);
  };
  const both = joined(number(raw.slice(0, 32)), number(raw.slice(32)));
  return joined([0x30, both.length], both);
}
