// The pure reducer of live events: cached answer + event = the answer of a fresh fetch, or "stale" when only the server can tell.
// No state, no I/O; the tests compare it with every live list of the contract.
import type { Endpoint } from "../../../api/contract/endpoint.ts";
import type { LiveEvent } from "../../../api/contract/event.ts";
import { manyChanged } from "../../../api/contract/many.ts";
import { nameChanged, type Renamed } from "../../../api/contract/renamed.ts";
import { rulesOf } from "./lists.ts";
import { namesInOrder, withName } from "./renamed.ts";
import { isPages, type Page, type Pages, recordsKey, recordsOf, type Row } from "../store/records.ts";

export interface Applied {
  data: unknown;
  /** True if a refetch is needed to be right. */
  stale: boolean;
}
type Call = Record<string, unknown>;
type Change = { action: "create" | "update"; record: Row; whole: boolean } | { action: "delete"; id: unknown };

/** The questions to a schema, made or only recorded. */
interface Asked {
  shape?: Record<string, Asked>;
  element?: Asked;
  options?: readonly Asked[];
}
type Fields = Record<string, Asked>;
const shapeOf = (schema: unknown): Fields => (schema as Asked | undefined)?.shape ?? {};

function itemShape(endpoint: Endpoint): Fields {
  const response = endpoint.response as Asked;
  if (response.element) return shapeOf(response.element);
  const fields = shapeOf(response);
  const list = Object.values(fields).find((field) => field.element);
  return "hasMore" in fields && list ? shapeOf(list.element) : fields;
}
function eventShape(event: LiveEvent): Fields {
  const created = (event.payload as Asked).options?.[0];
  return event.record && created ? shapeOf(shapeOf(created)[event.record]) : {};
}

/** `same`: the event carries whole records of this answer; `part`: some of their fields; `other`: another kind of record. */
export function kinship(endpoint: Endpoint, event: LiveEvent): "same" | "part" | "other" {
  const item = itemShape(endpoint);
  const sent = Object.keys(eventShape(event));
  if (sent.length === 0 || !("id" in item) || sent.some((key) => !(key in item))) return "other";
  return sent.length === Object.keys(item).length ? "same" : "part";
}

function changeOf(event: LiveEvent, payload: Row, whole: boolean): Change | undefined {
  if (payload.action === "delete") return { action: "delete", id: payload[event.recordId ?? "id"] };
  const record = event.record ? payload[event.record] as Row | undefined : undefined;
  return record ? { action: payload.action === "create" ? "create" : "update", record, whole } : undefined;
}

function place(rows: Row[], record: Row, compare: (a: Row, b: Row) => number): Row[] {
  const at = rows.findIndex((row) => compare(record, row) < 0);
  return at < 0 ? [...rows, record] : [...rows.slice(0, at), record, ...rows.slice(at)];
}

interface Changed {
  rows: Row[];
  count: number;
  stale: boolean;
}
/** Changes a flat list. `hasMore` says that the server has records after these. */
function changeRows(endpoint: Endpoint, call: Call, rows: Row[], change: Change, hasMore: boolean): Changed {
  const { belongs, sort, pages } = rulesOf(endpoint);
  const same = { rows, count: 0, stale: false };
  const id = change.action === "delete" ? change.id : change.record.id;
  const old = rows.find((row) => String(row.id) === String(id));
  const others = old ? rows.filter((row) => row !== old) : rows;
  if (change.action === "delete") return old ? { rows: others, count: -1, stale: hasMore } : same;
  const record = { ...old, ...change.record };
  if (old && belongs && !belongs(record, call)) return { rows: others, count: -1, stale: hasMore };
  const compare = sort && ((a: Row, b: Row) => sort(a, b, call) * (pages === "backward" ? -1 : 1));
  if (old) {
    const next = compare ? place(others, record, compare) : rows.map((row) => row === old ? record : row);
    // Sorted behind everything loaded: a record of a later page may come before it.
    const slid = compare !== undefined && hasMore && next.at(-1) === record && compare(old, record) !== 0;
    return { rows: next, count: 0, stale: slid };
  }
  const filtered = endpoint.query !== undefined || endpoint.params !== undefined;
  if (!change.whole || (belongs ? !belongs(record, call) : filtered)) {
    return { ...same, stale: !belongs || belongs(record, call) };
  }
  // A changed record that is not loaded may be counted already, on a page that has not been loaded yet.
  const count = change.action === "update" && hasMore ? 0 : 1;
  if (!compare) return belongs ? { rows: [record, ...rows], count, stale: false } : { ...same, stale: true };
  const next = place(rows, record, compare);
  return { rows: hasMore && next.at(-1) === record ? rows : next, count, stale: false };
}

const turned = (page: Row[], backward: boolean) => backward ? [...page].reverse() : page;

function changePages(endpoint: Endpoint, call: Call, data: Pages, change: Change): Applied {
  const backward = rulesOf(endpoint).pages === "backward";
  const first = data.pages[0];
  if (!first) return { data, stale: true };
  const key = recordsKey(first);
  const flat = data.pages.flatMap((page) => turned(recordsOf(page), backward));
  const done = changeRows(endpoint, call, flat, change, data.pages.at(-1)?.hasMore ?? false);
  if (done.rows === flat && done.count === 0) return { data, stale: done.stale };
  // Later pages keep their sizes, so the next page number still means what it meant; the first takes what came or went.
  const later = data.pages.slice(1).reduce((sum, page) => sum + recordsOf(page).length, 0);
  let from = 0;
  const pages = data.pages.map((page, index): Page => {
    const size = index === 0 ? Math.max(0, done.rows.length - later) : recordsOf(page).length;
    const part = turned(done.rows.slice(from, from + size), backward);
    from += size;
    return { ...page, [key]: part, count: Math.max(0, page.count + done.count) };
  });
  return { data: { ...data, pages }, stale: done.stale };
}

function relate(endpoint: Endpoint, event: LiveEvent, payload: unknown, data: unknown): Applied {
  const related = rulesOf(endpoint).related;
  return related ? touched(data, (row) => related(row, event, payload)) : { data, stale: true };
}

/** A badge stands in the records of many features, always alike. */
function rename(data: unknown, change: Renamed): Applied {
  let stale = false;
  const done = touched(data, (row) => {
    const after = withName(row, change);
    // A list that was filtered by a deleted tag may not hold this record any more.
    stale ||= namesInOrder(row, change) || (change.name === null && after !== row);
    return after;
  });
  return { ...done, stale };
}

/** The answer with each of its records touched; the same where no record changed. */
function touched(data: unknown, touch: (row: Row) => Row): Applied {
  const touchAll = (rows: Row[]) => {
    const next = rows.map(touch);
    return next.some((row, index) => row !== rows[index]) ? next : rows;
  };
  if (isPages(data)) {
    const pages = data.pages.map((page) => {
      const rows = recordsOf(page);
      const next = touchAll(rows);
      return next === rows ? page : { ...page, [recordsKey(page)]: next };
    });
    return { data: pages.some((page, i) => page !== data.pages[i]) ? { ...data, pages } : data, stale: false };
  }
  return { data: Array.isArray(data) ? touchAll(data) : touch(data as Row), stale: false };
}

/** Applies one live event to one cached answer. `data` is returned as it was when nothing in it changes. */
export function applyEvent(
  endpoint: Endpoint,
  call: Call,
  data: unknown,
  event: LiveEvent,
  payload: unknown,
): Applied {
  if (data === undefined || data === null) return { data, stale: true };
  if (event === manyChanged) return { data, stale: true };
  if (event === nameChanged) return rename(data, payload as Renamed);
  const kin = kinship(endpoint, event);
  if (kin === "other") return relate(endpoint, event, payload, data);
  const change = changeOf(event, payload as Row, kin === "same");
  if (!change) return { data, stale: true };
  if (isPages(data)) return changePages(endpoint, call, data, change);
  if (Array.isArray(data)) {
    const done = changeRows(endpoint, call, data as Row[], change, false);
    return { data: done.rows, stale: done.stale };
  }
  const row = data as Row;
  const id = change.action === "delete" ? change.id : change.record.id;
  if (String(row.id) !== String(id)) return { data, stale: false };
  return change.action === "delete" ? { data, stale: true } : { data: { ...row, ...change.record }, stale: false };
}
