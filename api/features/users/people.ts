// Changing and removing people, with what follows: logins, queues, sessions, rights, tickets
// (docs/product/users-and-rights.md).
import { must, refuse } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit, everybody, only } from "../../core/live/emit.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { renamed } from "../../core/live/names.ts";
import { rightsChanged } from "../../core/live/rights.ts";
import { confirmPassword, type Said, sayPassword } from "./actions/own-password.ts";
import { checkTargets, newSecret } from "./actions/create.ts";
import { endSessions } from "./actions/sessions.ts";
import { releaseTickets } from "../tickets/actions/release.ts";
import { announceUsers } from "./actions/people.ts";
import { asColumns, changedFields, onlyOwn, touchesRights, type Update } from "./changes.ts";
import { emailChanged, type User, userChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** What a change of a person has hashed before its transaction. */
export interface Hashed {
  said: Said;
  secret: string | null;
}
/** Compares the current password and makes the new one's stored form, where the caller may change it. Refuses ERR_WEAK_PASSWORD. */
export async function hashFor(me: Me, companyId: number, id: number, update: Update): Promise<Hashed> {
  const own = id === me.id;
  const said = own && update.currentPassword ? await sayPassword(me, update.currentPassword) : null;
  const may = own ? said !== null : can(me, "users:manage");
  if (!update.password || !may) return { said, secret: null };
  const user = await withTenant({ companyId }, (tx) => queries.byId(tx, id), { read: true });
  if (!user) return { said, secret: null };
  const { name = user.name, email = user.email } = update;
  return { said, secret: await newSecret(companyId, update.password, { name, email }) };
}

/** Changes what differs. Refuses ERR_WRONG_PASSWORD for one's own password or e-mail without the current password, ERR_NO_PERMISSION for fields that only admins change, ERR_LAST_ADMIN for the last one. */
export async function changeUser(
  tx: Tx,
  me: Me,
  user: User,
  update: Update,
  { said, secret }: Hashed,
): Promise<User> {
  const changed = changedFields(update, user);
  if (!can(me, "users:manage") && !onlyOwn(changed)) refuse("ERR_NO_PERMISSION");
  const own = user.id === me.id;
  if (own && (update.password || changed.has("email"))) await confirmPassword(tx, me.id, said);
  await checkTargets(tx, {
    queueIds: changed.has("queueIds") ? update.queueIds : undefined,
    whatsappId: changed.has("whatsappId") ? update.whatsappId : undefined,
  });
  if (changed.has("profile") && user.profile === "admin") await refuseLastAdmin(tx, user);
  if (changed.has("email") && await queries.emailTaken(tx, update.email!, user.id)) refuse("ERR_DUPLICATED_EMAIL");
  const columns = {
    ...asColumns(update, changed),
    ...(secret ? { password: secret, password_given_at: !own && update.passwordMade ? new Date() : null } : {}),
  };
  if (Object.keys(columns).length) await queries.update(tx, user.id, columns);
  if (changed.has("queueIds")) await queries.setQueues(tx, user.id, update.queueIds!);
  const others = own ? { except: me.sessionId } : {};
  if (secret) await endSessions(tx, user.id, "password", others);
  if (changed.has("profile")) await endSessions(tx, user.id, "role", others);
  if (touchesRights(changed)) rightsChanged(tx, user.id);
  if (changed.size) await announceUsers(tx, [user.id]);
  if (changed.has("email")) {
    if (!await queries.claimLogin(tx, update.email!, user.id)) refuse("ERR_DUPLICATED_EMAIL");
    emit(tx, emailChanged, only(user.id), { action: "update", sessionId: own ? me.sessionId : null });
  }
  const saved = must(await queries.byId(tx, user.id), "ERR_NO_USER_FOUND");
  if (changed.has("name")) renamed(tx, "user", saved);
  return saved;
}

/** Removes a person: open tickets wait again, history stays without an owner, sessions end. Refuses ERR_LAST_ADMIN. */
export async function removeUser(tx: Tx, user: User): Promise<void> {
  await refuseLastAdmin(tx, user);
  await releaseTickets(tx, user.id);
  await endSessions(tx, user.id, "deleted");
  rightsChanged(tx, user.id);
  await queries.remove(tx, user.id);
  emit(tx, userChanged, everybody, { action: "delete", userId: user.id });
}

/** A company keeps an admin, and the platform its operator. */
async function refuseLastAdmin(tx: Tx, user: User): Promise<void> {
  const others = await queries.others(tx, user.id);
  if (user.profile === "admin" && others.admins === 0) refuse("ERR_LAST_ADMIN");
  if (user.super && others.supers === 0) refuse("ERR_LAST_ADMIN");
}
