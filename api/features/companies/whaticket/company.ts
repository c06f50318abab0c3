// A company of the source, its people and what they set up: few rows, each taken once.
import type { PlatformTx } from "../../../../db/tenant.ts";
import { companySettings } from "../../../contract/settings.ts";
import { randomColour } from "../../users/actions/accounts.ts";
import { companyOf, knownOf, note, type Taking } from "./known.ts";
import type { Report } from "./report.ts";
import { type Row, rowsOf, type Source } from "./source.ts";
import { freeName, idOf, moment, truth, words } from "./values.ts";

/** How long a company whose subscription is over there, or that has none, may look around here, days. */
const GRACE_DAYS = 30;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

/** Makes the company, or finds the one that an earlier run made. Its plan is the first. */
export async function takeCompany(tx: PlatformTx, source: string, theirs: Row, report: Report): Promise<number> {
  const id = idOf(theirs.id)!;
  report.count("companies", "read");
  const known = await companyOf(tx, source, id);
  if (known) {
    report.count("companies", "known");
    return known;
  }
  const names = await tx<{ name: string }[]>`select lower(name) as name from app.companies`;
  const name = freeName(words(theirs.name, 100) || `Empresa ${id}`, new Set(names.map(({ name }) => name)));
  const due = moment(theirs.dueDate, Date.now() + 10 * 366 * 864e5);
  const runs = due !== null && due.getTime() > Date.now();
  if (!runs) report.leave(`companies: no subscription that still runs; it has ${GRACE_DAYS} days here`, name);
  const [row] = await tx<{ id: number }[]>`
    insert into app.companies (name, email, phone, document, plan_id, due_at)
    values (${name}, ${words(theirs.email, 200)}, ${words(theirs.phone, 40)}, ${words(theirs.document, 40)},
      (select id from app.plans order by id limit 1), ${runs ? due : new Date(Date.now() + GRACE_DAYS * 864e5)})
    returning id`;
  await note({ tx, source, companyId: row!.id }, "company", [[id, row!.id]]);
  report.count("companies", "taken");
  return row!.id;
}

/** People with their sign-ins. A password is kept as it was hashed there, and hashed anew here when it is used first. */
export async function takeUsers(from: Source, taking: Taking, company: string, report: Report): Promise<void> {
  const { tx, companyId } = taking;
  const known = await knownOf(taking, "user");
  const emails = new Set(
    (await tx<{ email: string }[]>`select email from app.users where company_id = ${companyId}`).map((one) =>
      one.email
    ),
  );
  for await (const row of rowsOf(from, "Users", company)) {
    const id = idOf(row.id);
    if (!id || !began(report, "users", known, id)) continue;
    let email = words(row.email, 200).toLowerCase();
    if (!/^[^@\s]+@[^@\s]+$/.test(email) || emails.has(email)) {
      report.leave(
        "users: no e-mail, or one of somebody else in the company; they have no sign-in",
        words(row.email, 60) || id,
      );
      email = `user-${companyId}-${id}@import.invalid`;
    }
    emails.add(email);
    const hash = words(row.passwordHash, 100);
    if (!BCRYPT.test(hash)) {
      report.leave("users: no password that can be kept; npm run reset-password gives a new one", email);
    }
    const [made] = await tx<{ id: number }[]>`
      insert into app.users (company_id, name, email, password, profile, color)
      values (${companyId}, ${words(row.name, 100) || email}, ${email}, ${BCRYPT.test(hash) ? hash : ""},
        ${row.profile === "admin" ? "admin" : "user"}, ${randomColour()}) returning id`;
    const login = await tx`
      insert into app.logins (email, company_id, user_id) values (${email}, ${companyId}, ${made!.id})
      on conflict do nothing returning 1`;
    if (!login.length) report.leave("users: somebody signs in here with this e-mail; give this person another", email);
    await note(taking, "user", [[id, made!.id]]);
    report.count("users", "taken");
  }
  const [admin] = await tx`select 1 from app.users where company_id = ${companyId} and profile = 'admin'`;
  if (!admin) report.leave("companies: nobody is an admin", company || "the only one");
}

/** Texts for quick use; those of a person stay that person's. */
export async function takeQuickMessages(from: Source, taking: Taking, company: string, report: Report): Promise<void> {
  const [known, users] = [await knownOf(taking, "quick message"), await knownOf(taking, "user")];
  for (const table of ["QuickMessages", "QuickAnswers"]) {
    for await (const row of rowsOf(from, table, company)) {
      const id = `${table} ${idOf(row.id)}`;
      if (!began(report, "quick messages", known, id)) continue;
      const shortcode = words(row.shortcode ?? row.shortcut, 60).replace(/^\//, "");
      if (!shortcode) {
        report.leave("quick messages: no shortcut", id);
        continue;
      }
      const owner = users.get(idOf(row.userId) ?? "") ?? null;
      const [made] = await taking.tx<{ id: number }[]>`
        insert into app.quick_messages (company_id, user_id, shortcode, message, for_all)
        values (${taking.companyId}, ${owner}, ${shortcode}, ${words(row.message, 4_000)},
          ${owner === null || truth(row.geral ?? row.visao)}) returning id`;
      await note(taking, "quick message", [[id, made!.id]]);
      report.count("quick messages", "taken");
    }
  }
}

/** Settings that mean the same here; the source's other ones are of its own. */
export async function takeSettings(
  from: Source,
  { tx, companyId }: Taking,
  company: string,
  report: Report,
): Promise<void> {
  for await (const row of rowsOf(from, "Settings", company)) {
    const key = words(row.key, 60);
    if (!Object.hasOwn(companySettings, key)) continue;
    report.count("settings", "read");
    const value = companySettings[key as keyof typeof companySettings].schema.safeParse(words(row.value, 4_000));
    if (!value.success) {
      report.leave("settings: a value that is none here", `${key} = ${words(row.value, 40)}`);
      continue;
    }
    const done = await tx`
      insert into app.settings (company_id, key, value) values (${companyId}, ${key}, ${value.data})
      on conflict do nothing returning 1`;
    report.count("settings", done.length ? "taken" : "known");
  }
}

/** Counts a row that was read; false where an earlier run took it. */
export function began(report: Report, kind: string, known: ReadonlyMap<string, number>, id: string): boolean {
  report.count(kind, "read");
  if (!known.has(id)) return true;
  report.count(kind, "known");
  return false;
}
