import { must, refuse } from "../../contract/errors.ts";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import { readNumber } from "../../contract/rules/phone.ts";
import { type Api, route } from "../../core/http/route.ts";
import { emit } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { phone } from "../../../channels/sdk/phone.ts";
import { admins, optOut } from "./actions.ts";
import { optOutChanged, optOuts as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { INITIAL_WORDS } from "./words.ts";

/** Mounts the calls of opt-outs. */
export function optOuts(api: Api, _parts: Parts): void {
  route(api, calls.words, async ({ tx }) => ({ words: await queries.words(tx) ?? [...INITIAL_WORDS] }));

  route(api, calls.setWords, async ({ tx, body, before }) => {
    before({ words: await queries.words(tx) ?? INITIAL_WORDS });
    await queries.setWords(tx, [...new Set(body.words)]);
    return { words: await queries.words(tx) ?? [...INITIAL_WORDS] };
  });

  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search, COUNT_EXACT_UP_TO + 1),
    ]);
    return {
      records: rows.slice(0, RECORDS_PAGE),
      hasMore: rows.length > RECORDS_PAGE,
      count: Math.min(count, COUNT_EXACT_UP_TO),
      ...(count > COUNT_EXACT_UP_TO && { countIsMinimum: true }),
    };
  });

  route(api, calls.add, async ({ tx, me, body }) => {
    const because = { why: "hand", said: body.said, userId: me.id } as const;
    if (body.contactId !== undefined) {
      const contact = must(await queries.contactOf(tx, { contactId: body.contactId }), "ERR_NO_CONTACT_FOUND");
      return (await queries.byId(tx, await optOut(tx, contact, because)))!;
    }
    const digits = readNumber(body.number ?? "", "");
    if (digits === null) return refuse("ERR_VALIDATION", { details: [{ path: "body.number", message: "number" }] });
    const number = phone(digits).value;
    const who = await queries.contactOf(tx, { number }) ?? { contactId: null, number };
    return (await queries.byId(tx, await optOut(tx, who, because)))!;
  });

  route(api, calls.remove, async ({ tx, params, before }) => {
    before(must(await queries.byId(tx, params.id), "ERR_NO_RECORD_FOUND"));
    const gone = await queries.removePerson(tx, params.id);
    if (!gone.length) refuse("ERR_NO_RECORD_FOUND");
    for (const id of gone) emit(tx, optOutChanged, admins, { action: "delete", id });
    return { ok: true as const };
  });
}
