// A client that is not linked yet, and what the phone signs to link it.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { Companion } from "../people/companion.ts";
import { sign, typed } from "../bytes/curve.ts";
import { isSignedBy } from "../../wire/signature.ts";
import { lidJid, pnJid, SERVER } from "../nodes/jids.ts";
import type { Line } from "../wire/line.ts";
import { bytesOf, child, type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { fromBigEndian, hmac } from "../bytes/primitives.ts";
import type { Bundle } from "../keys/signal-party.ts";
import type { World } from "../people/world.ts";

const ACCOUNT_SIGNATURE = Buffer.from([6, 0]);
const DEVICE_SIGNATURE = Buffer.from([6, 1]);
const QR_REFS = 6;

export interface CodeRequest {
  /** Number the client wants to be linked to. */
  pn: string;
  ref: string;
  /** Salt, IV and the client's ephemeral key, sealed with the code. */
  wrapped: Buffer;
}
export interface Unlinked {
  readonly line: Line;
  readonly noise: Buffer;
  readonly identity: Buffer;
  readonly registration: number;
  readonly signed: Bundle["signed"];
  readonly device: proto.DeviceProps;
  readonly refs: string[];
  code?: CodeRequest;
  /** The `companion_finish` of the pairing code. */
  finish?: Node;
  /** The client's answer to `pair-success`. */
  answer?: Node;
}

/** Reads the registration a new client sends. Throws with what is wrong about it. */
export function readRegistration(world: World, line: Line, noise: Buffer, payload: proto.IClientPayload): Unlinked {
  const { eRegid, eKeytype, eIdent, eSkeyId, eSkeyVal, eSkeySig, deviceProps, buildHash } = payload.devicePairingData ??
    {};
  if (payload.passive !== false || payload.pull) throw new Error("A new client has to be neither passive nor pulling.");
  if (eRegid?.length !== 4 || eSkeyId?.length !== 3) throw new Error("The registration's numbers have a wrong size.");
  if (eKeytype?.[0] !== 5 || eIdent?.length !== 32 || eSkeyVal?.length !== 32 || eSkeySig?.length !== 64) {
    throw new Error("The registration's keys have a wrong size.");
  }
  if (buildHash?.length !== 16 || !deviceProps?.length) throw new Error("The registration does not say what it is.");
  if (!isSignedBy(eIdent, typed(eSkeyVal), eSkeySig)) throw new Error("The signed key is not signed by the identity.");
  return {
    line,
    noise,
    identity: Buffer.from(eIdent),
    registration: fromBigEndian(eRegid),
    signed: { id: fromBigEndian(eSkeyId), key: Buffer.from(eSkeyVal), signature: Buffer.from(eSkeySig) },
    device: proto.DeviceProps.decode(deviceProps),
    refs: Array.from({ length: QR_REFS }, () => `2@${world.chance.bytes(40).toString("base64")}`),
  };
}

export function offerRefs(world: World, { line, refs }: Unlinked): void {
  const list = node("pair-device", {}, refs.map((ref) => node("ref", {}, ref)));
  line.send(node("iq", { from: SERVER, type: "set", id: world.chance.digits(10), xmlns: "md" }, [list]));
}

/** What a QR text holds, in either of its forms. Throws when it is none. */
export function readQr(text: string): { ref: string; noise: Buffer; identity: Buffer; secret: Buffer } {
  const [ref, noise, identity, secret] = text.slice(text.indexOf("#") + 1).split(",");
  if (!ref || !noise || !identity || !secret) throw new Error("This is no QR text of WhatsApp.");
  const [a, b, c] = [noise, identity, secret].map((part) => Buffer.from(part, "base64"));
  return { ref, noise: a!, identity: b!, secret: c! };
}

/** The phone of `owner` links the client and the server tells it to come again. Returns the new device once the client agreed. */
export async function link(world: World, owner: Person, client: Unlinked, secret: Buffer): Promise<Companion> {
  const device = owner.nextDevice++;
  const seconds = world.seconds();
  const { identity: account } = owner.phone;
  const details = Buffer.from(
    proto.ADVDeviceIdentity.encode({
      rawId: fromBigEndian(world.chance.bytes(4)),
      timestamp: seconds,
      keyIndex: device,
    })
      .finish(),
  );
  const signed = Buffer.from(
    proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: account.open,
      accountSignature: sign(account, ACCOUNT_SIGNATURE, details, client.identity),
    }).finish(),
  );
  const proof = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac: hmac(secret, signed) }).finish();
  const id = world.chance.digits(10);
  client.line.send(node("iq", { from: SERVER, type: "set", id, t: seconds }, [
    node("pair-success", {}, [
      node("device-identity", {}, proof),
      owner.business === undefined ? undefined : node("biz", { name: owner.business }),
      node("device", { jid: pnJid(owner.pn, device), lid: lidJid(owner.lid, device) }),
      node("platform", { name: owner.business === undefined ? "android" : "smba" }),
    ]),
  ]));
  const answer = await world.until(
    () => client.answer?.attrs.id === id && client.answer,
    "the client's answer to the pairing",
  );
  const agreed = child(child(answer, "pair-device-sign"), "device-identity");
  const { details: same, deviceSignature } = proto.ADVSignedDeviceIdentity.decode(
    bytesOf(child(answer, "pair-device-sign"), "device-identity"),
  );
  const message = Buffer.concat([DEVICE_SIGNATURE, details, client.identity, account.open]);
  if (
    agreed?.attrs["key-index"] !== String(device) || !same || !details.equals(same) || !deviceSignature ||
    !isSignedBy(client.identity, message, deviceSignature)
  ) throw new Error("The client did not sign the device it was given.");
  const companion = new Companion(owner, device, client.noise, client.identity, client.registration, client.signed);
  owner.companions.set(device, companion);
  client.line.send(node("stream:error", { code: "515" }));
  client.line.close();
  return companion;
}
