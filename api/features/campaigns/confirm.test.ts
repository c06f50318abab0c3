import { expect, test } from "vitest";
import type { Content } from "../../../channels/sdk/mod.ts";
import { makeConnection } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { contactLists, listItems } from "../contact-lists/contract.ts";
import { messages } from "../messages/contract.ts";
import { suppressed } from "../opt-outs/actions.ts";
import { campaigns } from "./contract.ts";
import { inShop, sent, settleAll, type Shop, shop, stand, started, tick } from "./testing-campaign.ts";

const ASK = "Podemos enviar nossas ofertas?";
/** A campaign that has asked its people and was answered by nobody. */
async function asked(people = 1) {
  const of = await shop(people);
  const id = await started(of, { confirmation: true, confirmationMessage2: ASK });
  await tick(of);
  await settleAll(of);
  await tick(of);
  return { of, id };
}
const says = (of: Shop, at: number, text: string, content?: Content) =>
  customerWrites(of.admin, { connectionId: of.line, from: of.numbers[at]!, kind: "phone", text, content });
const bodies = async (of: Shop) => (await sent(of)).map(({ body }) => body);

test("people are asked first, and any answer that does not opt out releases the message outside hours too", async () => {
  const { of, id } = await asked(2);
  expect(await bodies(of)).toEqual([ASK, ASK]);
  expect((await stand(of, id)).map(([status]) => status)).toEqual(["confirming", "confirming"]);
  await of.admin.call(campaigns.setSettings, {
    body: { settings: { messageInterval: 120, sabado: false, domingo: false } },
  });
  await says(of, 0, "pode sim 👍");
  // Sunday.
  await tick(of, new Date("2036-11-30T12:00:00-03:00"));
  expect(await bodies(of)).toEqual([ASK, ASK, "Oi, Zoé!"]);
  expect((await stand(of, id)).map(([status]) => status).sort()).toEqual(["confirming", "waiting"]);
});

test("a sticker neither confirms nor opts out", async () => {
  const { of, id } = await asked();
  const sticker = { type: "media", media: { kind: "sticker", mimeType: "image/webp" } } as unknown as Content;
  await says(of, 0, "", sticker).catch(() => {});
  await tick(of);
  expect(await stand(of, id)).toEqual([["confirming", ""]]);
});

test("a word of the list opts out instead of confirming", async () => {
  const { of, id } = await asked();
  await says(of, 0, "Não quero, obrigada");
  await tick(of);
  expect(await stand(of, id)).toEqual([["optedout", ""]]);
  expect(await bodies(of)).toEqual([ASK]);
  expect(await inShop(of, (tx) => suppressed(tx, of.numbers[0]!))).toBe("optedOut");
  expect((await of.admin.call(campaigns.show, { params: { id } })).status).toBe("FINALIZADA");
});

test("who does not answer within three days is left in peace", async () => {
  const { of, id } = await asked();
  await inShop(of, (tx) => tx`update app.messages set tried_since = now() - interval '73 hours' where from_me`);
  await tick(of);
  expect(await stand(of, id)).toEqual([["expired", ""]]);
  await says(of, 0, "sim");
  await tick(of);
  expect(await bodies(of)).toEqual([ASK]);
});

test("what somebody writes while the question still waits on the line confirms nothing, and nobody's time runs", async () => {
  const of = await shop(1);
  const id = await started(of, { confirmation: true, confirmationMessage2: ASK });
  await tick(of);
  const before = Date.now() - 5000;
  await says(of, 0, "bom dia");
  await inShop(
    of,
    (tx) =>
      tx`update app.campaign_shipping set confirmation_at = now() - interval '73 hours', fed_at = now() - interval '73 hours'`,
  );
  await tick(of);
  expect(await stand(of, id)).toEqual([["confirming", ""]]);
  await settleAll(of);
  await customerWrites(of.admin, { connectionId: of.line, from: of.numbers[0]!, kind: "phone", at: before });
  expect(await stand(of, id)).toEqual([["confirming", ""]]);
  await says(of, 0, "sim");
  await tick(of);
  expect(await bodies(of)).toEqual([ASK, "Oi, Zoé!"]);
});

test("an answer counts while the question waits to be sent again because nobody knows whether it arrived", async () => {
  const { of, id } = await asked(2);
  await inShop(
    of,
    (tx) => tx`update app.messages set status = 'waiting', maybe_sent = true, attempts = 1 where body = ${ASK}`,
  );
  await says(of, 0, "pode sim 👍");
  await says(of, 1, "Não quero, obrigada");
  expect((await stand(of, id)).map(([status]) => status).sort()).toEqual(["confirmed", "optedout"]);
});

test("an answer counts while a question whose fate nobody knew waits to be sent again because a person wanted that", async () => {
  const { of, id } = await asked();
  const [row] = await inShop(of, async (tx) => [
    ...await tx<{ id: number }[]>`update app.messages set status = 'uncertain' where body = ${ASK} returning id`,
  ]);
  await of.admin.call(messages.resend, { params: { id: row!.id } });
  await says(of, 0, "sim");
  expect(await stand(of, id)).toEqual([["confirmed", ""]]);
});

test("a campaign that is stopped while it asks waits for the answer again once it goes on, and asks nobody twice", async () => {
  const { of, id } = await asked();
  await of.admin.call(campaigns.cancel, { params: { id } });
  await of.admin.call(campaigns.restart, { params: { id } });
  await tick(of);
  expect(await bodies(of)).toEqual([ASK]);
  await says(of, 0, "sim");
  await tick(of);
  expect(await bodies(of)).toEqual([ASK, "Oi, Zoé!"]);
});

test("who confirms while the campaign is stopped gets the message once it goes on", async () => {
  const { of, id } = await asked();
  await of.admin.call(campaigns.cancel, { params: { id } });
  await says(of, 0, "sim");
  expect(await stand(of, id)).toEqual([["cancelled", ""]]);
  await of.admin.call(campaigns.restart, { params: { id } });
  await tick(of);
  expect(await bodies(of)).toEqual([ASK, "Oi, Zoé!"]);
});

test("the report is narrowed to who said yes when asked, also when their message has gone out", async () => {
  const { of, id } = await asked(3);
  await says(of, 1, "pode sim 👍");
  await tick(of);
  await settleAll(of, 3);
  await tick(of);
  const { records, count } = await of.admin.call(campaigns.shipping, { params: { id }, query: { confirmed: "true" } });
  expect([records.map(({ number, status }) => [number, status]), count]).toEqual([[[of.numbers[1], "read"]], 1]);
  const file = await of.admin.fetch(`/api/campaigns/${id}/export?confirmed=true`);
  expect(file.status).toBe(200);
});

test("who confirmed over a line that is deleted gets the message over another one", async () => {
  const { of, id } = await asked();
  const second = await makeConnection(of.admin, "whatsapp");
  await says(of, 0, "sim");
  await inShop(of, async (tx) => {
    await tx`insert into app.campaign_lines (campaign_id, connection_id, place) values (${id}, ${second}, 2)`;
    await tx`update app.connections set deleted_at = now() where id = ${of.line}`;
  });
  await tick(of);
  expect((await sent(of)).map(({ connectionId }) => connectionId)).toEqual([of.line, second]);
});

test("a campaign whose messages wait on a line that was deleted ends and says so", async () => {
  const of = await shop(1);
  const id = await started(of, { confirmation: true, confirmationMessage2: ASK });
  await tick(of);
  await inShop(of, (tx) => tx`update app.connections set deleted_at = now() where id = ${of.line}`);
  await tick(of);
  expect(await stand(of, id)).toEqual([["failed", "ERR_NO_WAPP_FOUND"]]);
  expect((await of.admin.call(campaigns.show, { params: { id } })).status).toBe("FINALIZADA");
});

test("answers are counted by variant, shown with their words, and lead to the ticket", async () => {
  const of = await shop(2);
  const id = await started(of);
  await tick(of);
  await settleAll(of, 3);
  await tick(of);
  await says(of, 1, "=Quanto custa?");
  const report = await of.admin.call(campaigns.report, { params: { id } });
  expect(report).toMatchObject({ total: 2, variants: [{ variant: 1, sent: 2, answered: 1 }] });
  expect(Object.fromEntries(report.states.map(({ status, count }) => [status, count]))).toEqual({
    read: 1,
    answered: 1,
  });
  const { records } = await of.admin.call(campaigns.shipping, { params: { id }, query: { status: "answered" } });
  expect(records).toMatchObject([{ number: of.numbers[1], answer: "=Quanto custa?", ticketUuid: expect.any(String) }]);
  const file = await of.admin.fetch(`/api/campaigns/${id}/export`);
  expect(file.status).toBe(200);
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000);
});

test("a list is filled with those who answered a campaign, with certain words too, or who said nothing; never who opted out", async () => {
  const of = await shop(4);
  const id = await started(of);
  await tick(of);
  await settleAll(of, 3);
  await tick(of);
  await says(of, 0, "Quero SIM, às 9");
  await says(of, 1, "quanto é?");
  await says(of, 2, "SAIR");
  const fill = async (body: object) => {
    const list = await of.admin.call(contactLists.create, { body: { name: "Seguir" } });
    const { created } = await of.admin.call(contactLists.fromCampaign, {
      params: { id: list.id },
      body: { campaignId: id, who: "answered", ...body },
    });
    const { contacts } = await of.admin.call(listItems.list, { query: { contactListId: list.id } });
    expect(contacts).toHaveLength(created);
    return contacts.map(({ number }) => of.numbers.indexOf(number)).sort();
  };
  expect(await fill({})).toEqual([0, 1]);
  expect(await fill({ said: "quero sim" })).toEqual([0]);
  expect(await fill({ who: "silent" })).toEqual([3]);
  expect(await fill({ who: "confirmed" })).toEqual([]);
  await expect(fill({ campaignId: id + 1_000_000 })).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
  const other = await shop(0);
  const foreign = other.admin.call(contactLists.fromCampaign, {
    params: { id: other.listId },
    body: { campaignId: id, who: "answered" },
  });
  await expect(foreign).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
});
