// What the platform's operator tells and explains to everybody, in the convergence proof. Other files' platform is in the same database,
// so that its screens look for what has the mark.
import { withTenant } from "../../../db/tenant.ts";
import { work as tellCompanies } from "../../core/live/broadcast.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { announcements } from "../../features/announcements/contract.ts";
import { paid } from "../../features/invoices/contract.ts";
import { helps } from "../../features/helps/contract.ts";
import type { Chance } from "../harness.ts";

/** In the text of every announcement and help of this proof, and in no other's. */
export const MARK = `conv${crypto.randomUUID().slice(0, 8)}`;
const VIDEO = "dQw4w9WgXcQ";
let operator: Promise<Person> | undefined;

interface Around {
  chance: Chance;
  ownName: () => string;
  people: { admin: Person };
}

/** The deeds to draw from. Everybody is told before a deed is over. */
export function platformDeeds(
  office: Around,
): Record<string, () => Promise<unknown>> {
  const boss = () => operator ??= someone({ super: true });
  const telling = (deed: (boss: Person) => Promise<unknown>) => async () => {
    await deed(await boss());
    await tellCompanies();
  };
  const title = () => `${office.ownName().slice(0, 80)} ${MARK}`;
  const query = { searchParam: MARK };
  const some = async (by: Person) => {
    const { records } = await by.call(announcements.list, { query });
    return records.length ? office.chance.pick(records) : undefined;
  };
  return {
    announce: telling((by) =>
      by.call(announcements.create, {
        body: {
          title: title(),
          text: "Oi",
          priority: office.chance.between(1, 3),
          status: office.chance.pick([true, false]),
        },
      })
    ),
    announcementChange: telling(async (by) => {
      const one = await some(by);
      const body = { text: `Oi ${office.chance.between(1, 9)}`, status: office.chance.pick([true, false]) };
      if (one) await by.call(announcements.update, { params: { id: one.id }, body });
    }),
    announcementGone: telling(async (by) => {
      const one = await some(by);
      if (one) await by.call(announcements.remove, { params: { id: one.id } });
    }),
    /** What a payment tells: its own work is proven where money is. */
    paymentArrives: () =>
      withTenant({ companyId: office.people.admin.companyId }, (tx) => {
        emit(tx, paid, everybody, { action: "CONCLUIDA", date: new Date(), invoiceId: 1 });
        return Promise.resolve();
      }),
    helpNew: telling((by) => by.call(helps.create, { body: { title: title(), video: VIDEO } })),
    helpGone: telling(async (by) => {
      const { records } = await by.call(helps.list, { query });
      if (records.length) await by.call(helps.remove, { params: { id: office.chance.pick(records).id } });
    }),
  };
}
