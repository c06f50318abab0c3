// What a channel's public pages may ask of one connection. Everything is about the person who asks.
import { ChannelError, type PageHost, type Peer, type Surroundings } from "../../../channels/sdk/mod.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { VISITORS_SHARE } from "../../contract/limits.ts";
import { Refusal } from "../../contract/errors.ts";
import { answerFile } from "../../core/media/route.ts";
import { takeRoom } from "../../core/media/disk.ts";
import { type FileKind, inspect, keepBytes, noteUnkept } from "../../core/media/media.ts";
import { previewOf } from "../../core/media/preview.ts";
import { allow } from "../../core/access/rate-limit.ts";
import { seal } from "../../core/secrets/seal.ts";
import type { Stream } from "../../core/live/stream.ts";
import { type ConnectionRow, writeStatus } from "../lines/connections.ts";
import { openSettings } from "../../features/connections/settings.ts";
import { receive } from "../inbound/inbound.ts";
import { tellTyping } from "../inbound/typing.ts";
import { type Conversation, pageFile, pageHistory, visitorContact } from "./history.ts";
import { watchPage } from "./watch.ts";
import { leaseSecrets } from "../lines/secrets.ts";

export interface PageSurroundings extends Surroundings {
  stream: Stream | null;
}
/** A page's host, and whether it still tells the truth about a connection. */
export interface ServedPage extends PageHost {
  serves(row: ConnectionRow): boolean;
}
const FILE_ID = /^[0-9a-f]{32}$/;
/** A file that is stored already: the message takes it over as it is. */
export const KEPT = "kept:";

export function pageHost({ stream, ...around }: PageSurroundings, row: ConnectionRow): ServedPage {
  const { companyId, id: connectionId } = row;
  const printOf = ({ companyId, id, name, settings }: ConnectionRow) => JSON.stringify([companyId, id, name, settings]);
  const print = printOf(row);
  const conversation = async (peer: Peer): Promise<Conversation | null> => {
    const [first] = peer.identities;
    const contactId = first ? await visitorContact(companyId, first.kind, first.value) : null;
    return contactId === null ? null : { companyId, connectionId, contactId };
  };
  return {
    ...around,
    name: row.name,
    config: openSettings(row),
    serves: (other) => printOf(other) === print,
    // A page lives as long as its request.
    signal: new AbortController().signal,
    secrets: {
      get: (names) => leaseSecrets(companyId, connectionId, "", 0).get(names),
      set: (values) => addSecrets(companyId, connectionId, values),
    },
    async receive(event) {
      if (event.kind !== "typing") return await receive(companyId, connectionId, event);
      if (stream) await tellTyping(stream, { companyId, connectionId }, event);
    },
    status: (status, detail = {}) => writeStatus(companyId, connectionId, status, detail),
    async history(peer, limit, before) {
      const theirs = await conversation(peer);
      return theirs ? await pageHistory(theirs, limit, before) : [];
    },
    watch(peer, onMessage, onTyping, signal) {
      const [first] = peer.identities;
      if (stream && first) watchPage(stream, { companyId, connectionId, ...first, onMessage, onTyping, signal });
    },
    keep: (file, fileName) => storeFile(companyId, file, fileName),
    async file(peer, name) {
      const theirs = FILE_ID.test(name) ? await conversation(peer) : null;
      const file = theirs && await pageFile(theirs, name);
      return file ? await answerFile(companyId, name, file) : null;
    },
    allow: (what, who, perMinute) =>
      allow(`page:${what}:${who}`, perMinute) && allow(`pages:${what}:${companyId}`, perMinute * VISITORS_SHARE),
  };
}

async function storeFile(companyId: number, file: Blob, fileName: string) {
  const bytes = await file.bytes();
  const said = { fileName, mimeType: file.type };
  const preview = await previewOf(bytes, await inspect(bytes, said));
  try {
    const stored = await withTenant(
      { companyId },
      async (tx) =>
        await takeRoom(tx, bytes.length)
          ? await keepBytes(tx, bytes, { ...said, preview })
          : await noteUnkept(tx, bytes, said),
    );
    const { id, kind, mimeType } = stored;
    return {
      kind: kind satisfies FileKind,
      ref: KEPT + id,
      mimeType,
      fileName: stored.fileName,
      bytes: bytes.length,
      keep: true,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ChannelError("rejected", { reason: "ERR_MEDIA_REFUSED", detail: error.code });
  }
}

/** Adds what is missing and changes nothing: of two processes that make a key at once, the first one's stays. */
async function addSecrets(companyId: number, connectionId: number, values: Record<string, Uint8Array | null>) {
  await asPlatform(async (tx) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) throw new Error("A page takes no secret away.");
      await tx`
        insert into app.connection_secrets (company_id, connection_id, name, sealed)
        values (${companyId}, ${connectionId}, ${name}, ${seal(value, `secret:${companyId}:${connectionId}:${name}`)})
        on conflict do nothing`;
    }
  });
}
