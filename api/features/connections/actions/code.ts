// The code by which a device is linked: whoever reads it can link their own phone, so it is shown to those who may link, and to nobody
// else of the company.
import { can } from "../../../contract/permissions.ts";
import type { Me } from "../../../core/access/auth.ts";
import { type Audience, everybody } from "../../../core/live/emit.ts";

/** Keys of those who may link (core/live/client.ts viewerKeys). */
const LINKING = ["admin", "connections"];

/** A connection as this person may read it. */
export function withoutCode<C extends { qrcode: string }>(me: Me, connection: C): C {
  return can(me, "connections-page:addConnection") && !me.support ? connection : { ...connection, qrcode: "" };
}
/** What is told of a connection, and to whom: with its code to those who may link, without it to the others. */
export function toldOf<C extends { qrcode: string }>(connection: C): { audience: Audience; connection: C }[] {
  if (connection.qrcode === "") return [{ audience: everybody, connection }];
  return [
    { audience: { to: LINKING }, connection },
    { audience: { ...everybody, except: LINKING }, connection: { ...connection, qrcode: "" } },
  ];
}
