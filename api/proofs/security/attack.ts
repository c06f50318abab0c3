// Everything an outsider can name: every id-like parameter, field and filter of every call, filled with another company's ids.
import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { fieldsOf, jsonOf, pathOf, valid } from "./values.ts";
import type { World } from "./world.ts";

type Kind =
  | "user"
  | "company"
  | "queue"
  | "option"
  | "connection"
  | "contact"
  | "ticket"
  | "message"
  | "tag"
  | "quickMessage"
  | "note"
  | "upload"
  | "device"
  | "merge"
  | "uuid"
  | "none";
/** What `{id}` means behind this part of a path. `none`: the platform's, shared by all. */
const byPlace: Record<string, Kind> = {
  users: "user",
  toggleChangeWidht: "user",
  companies: "company",
  listPlan: "company",
  queue: "queue",
  chatbot: "option",
  whatsapp: "connection",
  whatsappsession: "connection",
  closedimported: "connection",
  importedmessages: "connection",
  contacts: "contact",
  merge: "contact",
  block: "contact",
  toggleAcceptAudio: "contact",
  toggleDisableBot: "contact",
  tickets: "ticket",
  messages: "message",
  resend: "message",
  file: "message",
  edit: "message",
  react: "message",
  devices: "device",
  merges: "merge",
  tags: "tag",
  "quick-messages": "quickMessage",
  "ticket-notes": "note",
  takeBack: "ticket",
  unread: "ticket",
  uploads: "upload",
  plans: "none",
};
/** What a parameter, field or filter of this name holds. */
const byName: Record<string, Kind> = {
  companyId: "company",
  userId: "user",
  ifUserId: "user",
  users: "user",
  queueId: "queue",
  queueIds: "queue",
  selectedQueues: "queue",
  selectedQueueIds: "queue",
  queueIdImportMessages: "queue",
  sendIdQueue: "queue",
  optQueueId: "queue",
  optUserId: "user",
  parentId: "option",
  contactId: "contact",
  contacts: "contact",
  whatsappId: "connection",
  whatsapps: "connection",
  ticketId: "ticket",
  uuid: "uuid",
  quotedMsg: "message",
  messageId: "message",
  readUpTo: "message",
  tags: "tag",
  tagId: "tag",
  nextLaneId: "tag",
  rollbackLaneId: "tag",
  contactTag: "tag",
  uploads: "upload",
  planId: "none",
  // A provider's own ids, and strings that name nothing of ours.
  phoneNumberId: "none",
  wabaId: "none",
  facebookUserId: "none",
  pageIds: "none",
  // How many queues a plan allows; rules of notifications, which name theirs inside.
  queues: "none",
  key: "none",
  // The same company as in the path.
  id: "company",
  // A phone number is nobody's.
  number: "none",
  // Which of two drafts: reply or note.
  mode: "none",
};
const LOOKS_LIKE_AN_ID =
  /(^id$|Id$|Ids$|^uuid$|^users$|^queues|^selectedQueues|^contacts$|^tags$|^contactTag$|^whatsapps$|^quotedMsg$|^uploads$|IdQueue$)/;

const known = (name: string, e: Endpoint): Kind => {
  const kind = byName[name];
  if (!kind) throw new Error(`What is ${name} of ${e.method} ${e.path}? Teach attack.ts.`);
  return kind;
};
function kindOfParam(e: Endpoint, name: string): Kind {
  if (name !== "id") return known(name, e);
  const place = e.path.split("/").filter((part) => part && !part.startsWith("{")).findLast((part, i, all) =>
    e.path.indexOf(`${part}/{id}`) >= 0 || i === all.length
  );
  const kind = byPlace[place ?? ""];
  if (!kind) throw new Error(`What is {id} of ${e.method} ${e.path}? Teach attack.ts.`);
  return kind;
}

export function idOf(world: World, kind: Kind): number | string {
  const ids: Record<Kind, number | string> = {
    user: world.colleagueId,
    company: world.companyId,
    queue: world.queueId,
    option: world.optionId,
    connection: world.connectionId,
    contact: world.contactId,
    ticket: world.ticketId,
    message: world.messageId,
    tag: world.tagId,
    quickMessage: world.quickMessageId,
    note: world.noteId,
    upload: world.uploadKey,
    device: world.deviceId,
    merge: world.mergeId,
    uuid: world.uuid,
    none: 1,
  };
  return ids[kind];
}

/** How a field carries an id: a bare number, a list, JSON text of a list, or an object. */
function carried(name: string, id: number | string, inQuery: boolean): unknown {
  if (name === "quotedMsg") return { id };
  if (name === "uploads") return [{ key: id }];
  const isList = /^(users|queueIds|selectedQueues|selectedQueueIds|contacts|whatsapps|tags|contactTag)$/.test(name);
  if (!isList) return id;
  return inQuery ? `[${id}]` : [id];
}

/** Some forms carry ids as text. */
function inBody(e: Endpoint, name: string, id: number | string): unknown {
  const value = carried(name, id, false);
  const field = (e.body as unknown as { shape: Record<string, z.ZodType> }).shape[name]!;
  return field.safeParse(value).success || typeof value !== "number" ? value : String(value);
}

export interface Sent {
  path: string;
  /** Bytes where the call takes bytes. */
  body?: Record<string, unknown> | Uint8Array<ArrayBuffer>;
}
/** A body as it goes over the wire. */
export function wired(body: Sent["body"]): RequestInit {
  if (body === undefined) return {};
  const bytes = body instanceof Uint8Array;
  const type = bytes ? "application/octet-stream" : "application/json";
  return { body: bytes ? body : jsonOf(body), headers: { "content-type": type } };
}
/** A plain call in which every id is this company's own. */
export function ownCall(
  e: Endpoint,
  world: World,
): { params: Record<string, unknown>; query: Record<string, unknown>; body?: Record<string, unknown> } {
  const params: Record<string, unknown> = e.params ? valid(e.params) as Record<string, unknown> : {};
  for (const name of fieldsOf(e.params)) {
    const kind = name === "key" ? "none" : kindOfParam(e, name);
    if (kind !== "none") params[name] = idOf(world, kind);
  }
  const body = e.body ? { ...(valid(e.body) as Record<string, unknown>) } : undefined;
  if (body) {
    for (const name of idFields(e.body, e)) {
      const kind = known(name, e);
      if (kind !== "none") body[name] = inBody(e, name, idOf(world, kind));
    }
    // A file is its sender's alone and is used up: only the attack names one.
    delete body.uploads;
    if ("channel" in body) body.channel = "webchat";
    if ("name" in body) body.name = `N ${crypto.randomUUID().slice(0, 8)}`;
  }
  return { params, query: required(e.query), body };
}
/** What a call's query cannot do without. */
function required(query: Endpoint["query"]): Record<string, unknown> {
  const fields = Object.entries(query?.shape ?? {}) as [string, z.ZodType][];
  return Object.fromEntries(
    fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name, field]) => [name, valid(field)]),
  );
}
function idFields(schema: Endpoint["body"], e: Endpoint): string[] {
  return fieldsOf(schema).filter((name) => LOOKS_LIKE_AN_ID.test(name) && known(name, e) !== undefined);
}

export interface Attack extends Sent {
  /** Where the foreign id is: `param id`, `query users`, `body queueId`. */
  where: string;
  place: "param" | "query" | "body";
  name: string;
}
/** The same call once for each place that can name a record, naming another company's. */
export function attacksOn(e: Endpoint, own: World, other: World): Attack[] {
  const attacks: Attack[] = [];
  const add = (place: Attack["place"], name: string, change: (call: ReturnType<typeof ownCall>) => void) => {
    const call = ownCall(e, own);
    change(call);
    const body = e.bytes ? new Uint8Array(1) : call.body;
    attacks.push({ place, name, where: `${place} ${name}`, path: pathOf(e, call.params, call.query), body });
  };
  for (const name of fieldsOf(e.params)) {
    const kind = name === "key" ? "none" : kindOfParam(e, name);
    if (kind !== "none") add("param", name, (call) => call.params[name] = idOf(other, kind));
  }
  for (const name of idFields(e.query, e)) {
    const kind = known(name, e);
    if (kind !== "none") add("query", name, (call) => call.query[name] = carried(name, idOf(other, kind), true));
  }
  for (const name of idFields(e.body, e)) {
    const kind = known(name, e);
    if (kind === "none" || !e.body) continue;
    add("body", name, (call) => call.body![name] = inBody(e, name, idOf(other, kind)));
  }
  // Named where no call asks for it: must mean nothing.
  if (e.body && !fieldsOf(e.body).includes("companyId")) {
    add(
      "body",
      "companyId",
      (call) => Object.assign(call.body!, { companyId: other.companyId, company_id: other.companyId }),
    );
  }
  return attacks;
}
