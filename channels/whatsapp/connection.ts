// A connection over a linked device, and what must hold for the whole process before the first line.
import type { Connection, Host } from "../sdk/mod.ts";
import { peopleOf } from "./inbound/book.ts";
import { checkNumbers, edit, lookup, markRead, react, refuseCall, remove, typing } from "./outbound/deeds.ts";
import { Device } from "./device.ts";
import { keepStrays } from "./wire/guard.ts";
import { openMedia } from "./inbound/media-in.ts";
import { hushLibsignal } from "./life/quiet.ts";
import { send } from "./outbound/send.ts";
import { insistOnSignatures } from "./life/trust.ts";

/** Begins a device's life. It links, loses its line and takes it up again by itself; the host is told. */
export function open(host: Host): Connection {
  hushLibsignal();
  keepStrays(host.log);
  insistOnSignatures(host.env.WHATSAPP_ROOT_KEY);
  const device = new Device(host);
  device.start();
  return connectionOf(device);
}

/** What a connection is, over a device that may have no open line just now. */
export function connectionOf(device: Device): Connection {
  return {
    send: (message) => device.on((line) => send(line, message), true),
    media: (ref) => device.on((line) => openMedia(line, ref)),
    edit: (to, externalId, text) => device.on((line) => edit(line, to, externalId, text)),
    remove: (to, externalId) => device.on((line) => remove(line, to, externalId)),
    react: (to, externalId, emoji) => device.on((line) => react(line, to, externalId, emoji)),
    typing: (to, on) => device.on((line) => typing(line, to, on)),
    markRead: (to, externalId) => device.on((line) => markRead(line, to, externalId)),
    lookup: (peer) => device.on((line) => lookup(line, peer)),
    refuseCall: (peer, externalId) => device.on((line) => refuseCall(line, peer, externalId)),
    checkNumbers: (numbers) => device.on((line) => checkNumbers(line, numbers)),
    people: (of) => device.on((line) => peopleOf(line, of)),
    link: ({ number }) => device.link({ number }),
    unlink: () => device.unlink(),
    close: () => device.close(),
  };
}
