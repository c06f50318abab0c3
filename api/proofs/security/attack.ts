// Attacks by name: every parameter, field and filter of every call whose type names a record (`Id("ticket")`), filled with
// another company's. Nothing here knows a feature.
import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { tableOf } from "./tables.ts";
import { fieldsOf, first, type Ids, jsonOf, pathOf, recordsIn, shapeOf, valid } from "./values.ts";
import type { World } from "./world.ts";

/** The name of this kind of record in a company's world: a row of its table, by the column after the dot. */
export function idOf(world: World, record: string): number | string {
  const [noun, column = "id"] = record.split(".");
  // One's own account is no other person's.
  if (noun === "user") return world.colleagueId;
  // Records that all companies share need no guard.
  const row = world.rows[tableOf(noun!)];
  return row ? row[column] as number | string : 1;
}
const own = (world: World): Ids => (record) => idOf(world, record);

/** The values of a field in which one of the places that name a record of the company's names the other's instead. */
function foreign(name: string, field: z.ZodType, world: World, other: World): { where: string; value: unknown }[] {
  if (!recordsIn(field).length) return [];
  const places: { record: string; where: string }[] = [];
  valid(field, first, name, (record, where) => (places.push({ record, where }), idOf(world, record)));
  return places.flatMap(({ record, where }, n) => {
    if (idOf(world, record) === idOf(other, record)) return [];
    let at = 0;
    return [{ where, value: valid(field, first, name, (each) => idOf(at++ === n ? other : world, each)) }];
  });
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
  const params = e.params ? valid(e.params, first, "", own(world)) as Record<string, unknown> : {};
  const body = e.body ? { ...(valid(e.body, first, "", own(world)) as Record<string, unknown>) } : undefined;
  if (body) {
    // An upload belongs to its sender and is used once, so only the attack names one.
    delete body.uploads;
    if ("channel" in body) body.channel = "webchat";
    if ("name" in body) body.name = `N ${crypto.randomUUID().slice(0, 8)}`;
    if ("color" in body) body.color = `#${crypto.randomUUID().slice(0, 6)}`;
  }
  return { params, query: required(e.query, world), body };
}
/** The required parameters of a call's query. */
function required(query: Endpoint["query"], world: World): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shapeOf(query)).filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name, field]) => [name, valid(field, first, name, own(world))]),
  );
}

export interface Attack extends Sent {
  /** Where the foreign id is: `param id`, `query users`, `body options.queueId`. */
  where: string;
  place: "param" | "query" | "body";
  /** The field that it is in. */
  name: string;
}
/** The same call once for each place that can name a record, naming another company's. */
export function attacksOn(e: Endpoint, world: World, other: World): Attack[] {
  const attacks: Attack[] = [];
  const add = (
    place: Attack["place"],
    name: string,
    where: string,
    change: (call: ReturnType<typeof ownCall>) => void,
  ) => {
    const call = ownCall(e, world);
    change(call);
    const body = e.bytes ? new Uint8Array(1) : call.body;
    attacks.push({ place, name, where: `${place} ${where}`, path: pathOf(e, call.params, call.query), body });
  };
  const parts = [["param", "params"], ["query", "query"], ["body", "body"]] as const;
  for (const [place, part] of parts) {
    for (const [name, field] of Object.entries(shapeOf(e[part]))) {
      for (const { where, value } of foreign(name, field, world, other)) {
        add(place, name, where, (call) => call[part]![name] = value);
      }
    }
  }
  // A company named where no call asks for one must have no effect.
  if (e.body && !fieldsOf(e.body).includes("companyId")) {
    add(
      "body",
      "companyId",
      "companyId",
      (call) => Object.assign(call.body!, { companyId: other.companyId, company_id: other.companyId }),
    );
  }
  return attacks;
}
