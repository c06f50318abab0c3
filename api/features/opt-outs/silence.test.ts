// Who said no gets nothing automated, whoever writes it, until a person takes them off the list.
import { expect, test } from "vitest";
import { customerWrites } from "../../core/testing/inbound.ts";
import { campaigns } from "../campaigns/contract.ts";
import { sent, settleAll, shop, stand, started, tick } from "../campaigns/testing-campaign.ts";
import { schedules } from "../schedules/contract.ts";
import { sendDue } from "../schedules/due.ts";
import { contacts } from "../contacts/contract.ts";
import { optOuts } from "./contract.ts";

test.each([["Não quero mais"], ["unsubscribe, please"], ["BAJA por favor"], ["İstemiyorum!"]])(
  "a customer who answered %s gets nothing of another campaign, of a schedule or of a test, and all of it once taken off the list",
  async (words) => {
    const of = await shop(1);
    const [number] = of.numbers;
    await started(of);
    await tick(of);
    await settleAll(of);
    await customerWrites(of.admin, { connectionId: of.line, from: number!, kind: "phone", text: words });
    const [person] = (await of.admin.call(contacts.list, { query: { searchParam: number! } })).contacts;
    const plan = () =>
      of.admin.call(schedules.create, {
        body: {
          ...{ body: "Lembrete de amanhã", contactId: person!.id, whatsappId: of.line },
          sendAt: new Date(Date.now() + 60_000).toISOString(),
        },
      });
    const soon = new Date(Date.now() + 120_000);
    const before = (await sent(of)).length;
    const second = await started(of, { name: "Outra" });
    await tick(of);
    expect(await stand(of, second)).toEqual([["optedout", ""]]);
    const planned = await plan();
    await sendDue(soon, of.admin.companyId);
    expect(await of.admin.call(schedules.show, { params: { id: planned.id } })).toMatchObject({
      status: "ERRO",
      error: "ERR_CONTACT_OPTED_OUT",
    });
    const trial = { params: { id: second }, body: { number: number! } };
    await expect(of.admin.call(campaigns.test, trial)).rejects.toMatchObject({ code: "ERR_CONTACT_OPTED_OUT" });
    expect(await sent(of)).toHaveLength(before);

    const { records: [row] } = await of.admin.call(optOuts.list, { query: {} });
    expect(row).toMatchObject({ why: "word", said: words });
    await of.admin.call(optOuts.remove, { params: { id: row!.id } });
    await started(of, { name: "Terceira" });
    await tick(of);
    expect(await sent(of)).toHaveLength(before + 1);
    const again = await plan();
    await sendDue(soon, of.admin.companyId);
    expect(await of.admin.call(schedules.show, { params: { id: again.id } })).toMatchObject({ status: "AGENDADA" });
  },
);
