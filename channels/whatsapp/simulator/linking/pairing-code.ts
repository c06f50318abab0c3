// Linking by a code of eight letters: the client asks for it, somebody types it on the phone, both prove that they know it.
import { Buffer } from "node:buffer";
import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { agree, newKeyPair } from "../bytes/curve.ts";
import { parseJid, SERVER } from "../nodes/jids.ts";
import type { Unlinked } from "./link.ts";
import { bytesOf, child, type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";
import { hkdf, NOTHING, openGcm, streamCtr } from "../bytes/primitives.ts";
import type { World } from "../people/world.ts";

const ROUNDS = 131_072;
const slow = promisify(pbkdf2);
const keyOf = (code: string, salt: Uint8Array) => slow(Buffer.from(code), salt, ROUNDS, 32, "sha256");

/** The client asks for, or finishes, a pairing by code. Returns what answers the query. */
export function codeStage(world: World, client: Unlinked, request: Node): Node[] {
  if (request.attrs.stage === "companion_finish") {
    client.finish = request;
    return [];
  }
  const wrapped = bytesOf(request, "link_code_pairing_wrapped_companion_ephemeral_pub");
  if (wrapped.length !== 80) throw new Error("The wrapped key has a wrong size.");
  if (!bytesOf(request, "companion_server_auth_key_pub").equals(client.noise)) {
    throw new Error("The client names another key than the one it connected with.");
  }
  const ref = world.chance.bytes(16).toString("base64");
  client.code = { pn: parseJid(request.attrs.jid ?? "").user, ref, wrapped };
  return [node("link_code_companion_reg", { stage: "companion_hello" }, [node("link_code_pairing_ref", {}, ref)])];
}

/** Somebody types `code` on the phone of `owner`. Returns the secret that the linking is signed with; throws when the code is wrong. */
export async function typeCode(world: World, owner: Person, client: Unlinked, code: string): Promise<Buffer> {
  if (!client.code) throw new Error("The client did not ask for a code.");
  const { ref, wrapped } = client.code;
  const theirs = streamCtr(await keyOf(code, wrapped.subarray(0, 32)), wrapped.subarray(32, 48), wrapped.subarray(48));
  const own = newKeyPair();
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const iv = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
  const sealed = streamCtr(await keyOf(code, salt), iv, own.open);
  const account = owner.phone.identity;
  delete client.finish;
  client.line.send(node("notification", {
    type: "link_code_companion_reg",
    from: SERVER,
    id: world.chance.digits(10),
    t: world.seconds(),
  }, [
    node("link_code_companion_reg", { stage: "primary_hello" }, [
      node("link_code_pairing_wrapped_primary_ephemeral_pub", {}, Buffer.concat([salt, iv, sealed])),
      node("primary_identity_pub", {}, account.open),
      node("link_code_pairing_ref", {}, ref),
    ]),
  ]));
  const finish = await world.until(() => client.finish, "the client to finish the pairing by code");
  const bundle = bytesOf(finish, "link_code_pairing_wrapped_key_bundle");
  const shared = agree(own, theirs);
  const key = hkdf(shared, 32, bundle.subarray(0, 32), "link_code_pairing_key_bundle_encryption_key");
  const keys = opened(key, bundle);
  const identity = keys.subarray(0, 32);
  if (
    !identity.equals(client.identity) || !keys.subarray(32, 64).equals(account.open) ||
    !bytesOf(finish, "companion_identity_public").equals(client.identity)
  ) throw new Error("The client finished the pairing with other keys than it began with.");
  if (child(finish, "link_code_pairing_ref")?.content?.toString() !== ref) {
    throw new Error("The client mixed up codes.");
  }
  return hkdf(Buffer.concat([shared, agree(account, identity), keys.subarray(64)]), 32, NOTHING, "adv_secret");
}

function opened(key: Buffer, bundle: Buffer): Buffer {
  try {
    return openGcm(key, bundle.subarray(32, 44), bundle.subarray(44), NOTHING);
  } catch {
    throw new Error("The code typed on the phone is not the client's.");
  }
}
