import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/access/auth.ts";
import { companyFor, inCompany } from "../../core/access/in-company.ts";
import { storeUpload } from "../../core/media/media.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route, routeAfter } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { createUser, newSecret } from "./actions/create.ts";
import { endSessions } from "./actions/sessions.ts";
import { announceUsers, guardOperator } from "./actions/people.ts";
import { type User, users as calls } from "./contract.ts";
import { changeUser, hashFor, removeUser } from "./people.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of people. */
export function users(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query: { searchParam, pageNumber } }) => {
    const rows = await queries.page(tx, searchParam, RECORDS_PAGE, (pageNumber - 1) * RECORDS_PAGE);
    return {
      users: rows.slice(0, RECORDS_PAGE),
      hasMore: rows.length > RECORDS_PAGE,
      count: await queries.count(tx, searchParam),
    };
  });

  route(
    api,
    calls.colleagues,
    ({ tx, me, query }) => inCompany(tx, me, query.companyId, (own) => queries.colleagues(own)),
  );

  route(api, calls.show, ({ tx, me, params }) => reachable(tx, me, params.id));

  routeAfter(
    api,
    calls.create,
    ({ me, body }) => newSecret(companyFor(me, body.companyId), body.password, body),
    ({ tx, me, body, ready: secret }) => inCompany(tx, me, body.companyId, (own) => createUser(own, body, secret)),
  );

  routeAfter(
    api,
    calls.update,
    ({ me, params, body }) => hashFor(me, companyFor(me, body.companyId), params.id, body),
    ({ tx, me, params, body, before, ready: hashed }) =>
      inCompany(tx, me, body.companyId, async (own) => {
        await queries.lock(own);
        const user = await reachable(own, me, params.id);
        before(user);
        guardOperator(me, user);
        return await changeUser(own, me, user, body, hashed);
      }),
  );

  route(api, calls.remove, async ({ tx, me, params, before }) => {
    await queries.lock(tx);
    const user = await reachable(tx, me, params.id);
    before(user);
    guardOperator(me, user);
    await removeUser(tx, user);
    return { ok: true as const };
  });

  route(api, calls.width, async ({ tx, me, params, body }) => {
    const user = await reachable(tx, me, params.id);
    await queries.update(tx, user.id, { list_width: body.defaultTicketsManagerWidth });
    return { ...user, ...body };
  });

  route(api, calls.preferences, ({ tx, me, body }) => queries.keepPreferences(tx, me.id, body));

  route(api, calls.endSessions, async ({ tx, me, params }) => {
    const user = await reachable(tx, me, params.id);
    guardOperator(me, user);
    await endSessions(tx, user.id, "admin");
    return { ok: true as const };
  });

  route(api, calls.picture, async ({ tx, me, params, files }) => {
    const user = await reachable(tx, me, params.id);
    guardOperator(me, user);
    const [file] = files;
    if (!file) return refuse("ERR_VALIDATION", { details: [{ path: "body.profileImage", message: "required" }] });
    const { id } = await storeUpload(tx, file, { kinds: ["image"] });
    const old = user.profileImage?.split("/").pop();
    await queries.update(tx, user.id, { picture_media_id: id });
    if (old) await dropUnheld(tx, [old]);
    await announceUsers(tx, [user.id]);
    return { ...user, profileImage: `/media/${id}` };
  });
}

/** A person as the caller may reach them: admins everybody of the company, others themselves only. */
async function reachable(tx: Tx, me: Me, id: number): Promise<User> {
  if (id !== me.id && !can(me, "users:manage")) refuse("ERR_NO_USER_FOUND");
  return must(await queries.byId(tx, id), "ERR_NO_USER_FOUND");
}
