// How the service lets go of a client, and what it throws at one that stays.
import { Buffer } from "node:buffer";
import type { Companion } from "./people/companion.ts";
import type { Inputs } from "./commands.ts";
import type { Hub } from "./hub.ts";
import { SERVER } from "./nodes/jids.ts";
import { type Node, node } from "./nodes/node.ts";
import type { World } from "./people/world.ts";

type Kick = Inputs["kick"]["how"];
const error = (code?: string, ...children: Node[]) =>
  node("stream:error", { code }, children.length ? children : undefined);
const last: Partial<Record<Kick, Node>> = {
  restart: error("515"),
  replaced: error(undefined, node("conflict", { type: "replaced" })),
  unavailable: error("503"),
  "no-code": error(),
  "code-500": error("500"),
  banned: node("failure", { reason: "403", location: "frc" }),
  "failure-unavailable": node("failure", { reason: "503", location: "frc" }),
  downgrade: node("ib", { from: SERVER }, [node("downgrade_webclient")]),
  "stream-end": node("xmlstreamend"),
};

export function kick(hub: Hub, companion: Companion, how: Kick): void {
  const { line } = companion;
  if (how === "removed") hub.remove(companion);
  else if (how === "freeze") line?.freeze();
  else if (how === "drop") line?.drop();
  else {
    const goodbye = last[how];
    if (goodbye) line?.send(goodbye);
    line?.close();
  }
}

export function disturb(world: World, companion: Companion, what: Inputs["disturb"]["what"]): void {
  const { line } = companion;
  const from = `${world.chance.digits(12)}@s.whatsapp.net`;
  const id = world.chance.messageId();
  const t = world.seconds();
  const enc = node("enc", { v: "2", type: "msg" }, Buffer.from("33ffff", "hex"));
  if (what === "garbage-frame") line?.sendUnreadable(world.chance.bytes(64));
  else if (what === "garbage-node") line?.sendPlain(Buffer.from([0, 248, 9, 250, 1]));
  else if (what === "unknown-stanza") line?.send(node("weather", { from, id }, [node("rain", { mm: 3 })]));
  else if (what === "message-without-id") line?.send(node("message", { from, type: "text", t }, [enc]));
  // Somebody else's address and a claim to be the account's own phone.
  else line?.send(node("message", { from, recipient: companion.person.jid("pn"), id, type: "text", t }, [enc]));
}
