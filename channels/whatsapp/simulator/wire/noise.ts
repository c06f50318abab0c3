// Noise_XX_25519_AESGCM_SHA256 as the server: three handshake messages, then one key and counter per direction.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { agree, type KeyPair, newKeyPair } from "../bytes/curve.ts";
import { bigEndian, hkdf, NOTHING, openGcm, sealGcm, sha256 } from "../bytes/primitives.ts";

const NAME: Buffer = Buffer.from("Noise_XX_25519_AESGCM_SHA256\0\0\0\0");
/** What every client sends first: "WA", protocol 6, dictionary 3. */
export const HEADER: Buffer = Buffer.from([0x57, 0x41, 6, 3]);

const iv = (counter: number) => Buffer.concat([Buffer.alloc(8), bigEndian(counter, 4)]);

/** One direction after the handshake. The counter is implicit: frames are sealed in the order of sending. */
class Direction {
  #counter = 0;
  constructor(readonly key: Buffer) {}
  seal(plain: Uint8Array): Buffer {
    return sealGcm(this.key, iv(this.#counter++), plain, NOTHING);
  }
  open(sealed: Uint8Array): Buffer {
    return openGcm(this.key, iv(this.#counter++), sealed, NOTHING);
  }
}
export interface Transport {
  readonly toClient: Direction;
  readonly fromClient: Direction;
}

export class Handshake {
  #hash: Buffer = NAME;
  #salt: Buffer = NAME;
  #key: Buffer = NAME;
  #counter = 0;
  readonly #ephemeral = newKeyPair();

  /** `chain` is the encoded certificate chain whose leaf names `own`. */
  constructor(readonly own: KeyPair, readonly chain: Uint8Array) {
    this.#mixHash(HEADER);
  }

  /** Answers the client's hello. */
  hello(frame: Uint8Array): Buffer {
    const theirs = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
    if (!theirs) throw new Error("The first frame is no hello.");
    this.#mixHash(theirs);
    this.#mixHash(this.#ephemeral.open);
    this.#mixKey(agree(this.#ephemeral, theirs));
    const fixed = this.#seal(this.own.open);
    this.#mixKey(agree(this.own, theirs));
    const payload = this.#seal(this.chain);
    const serverHello = { ephemeral: this.#ephemeral.open, static: fixed, payload };
    return Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish());
  }

  /** Reads the client's last handshake message. Throws when it was not made for this server. */
  finish(frame: Uint8Array): { client: Buffer; payload: proto.ClientPayload; transport: Transport } {
    const last = proto.HandshakeMessage.decode(frame).clientFinish;
    if (!last?.static || !last.payload) throw new Error("The second frame does not finish the handshake.");
    const client = this.#open(last.static);
    this.#mixKey(agree(this.#ephemeral, client));
    const payload = proto.ClientPayload.decode(this.#open(last.payload));
    const keys = hkdf(NOTHING, 64, this.#salt);
    const transport = {
      fromClient: new Direction(keys.subarray(0, 32)),
      toClient: new Direction(keys.subarray(32)),
    };
    return { client, payload, transport };
  }

  #mixHash(bytes: Uint8Array): void {
    this.#hash = sha256(this.#hash, bytes);
  }
  #mixKey(secret: Uint8Array): void {
    const keys = hkdf(secret, 64, this.#salt);
    this.#salt = keys.subarray(0, 32);
    this.#key = keys.subarray(32);
    this.#counter = 0;
  }
  #seal(plain: Uint8Array): Buffer {
    const sealed = sealGcm(this.#key, iv(this.#counter++), plain, this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }
  #open(sealed: Uint8Array): Buffer {
    const plain = openGcm(this.#key, iv(this.#counter++), sealed, this.#hash);
    this.#mixHash(sealed);
    return plain;
  }
}
