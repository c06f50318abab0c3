import { expect, test } from "vitest";
import { makeConnection } from "../../core/testing/api.ts";
import { contacts } from "../contacts/contract.ts";
import { keepTemplates } from "../templates/sync.ts";
import { campaigns } from "./contract.ts";
import { freshNumber, inShop, sent, settleAll, type Shop, shop, stand, started, tick } from "./testing-campaign.ts";

const offer = { name: "oferta", language: "pt_BR", values: { "body.1": "{primeiroNome}", "body.2": "10%" } };
const text = (status = "APPROVED", more: object = {}) => ({
  ...{ name: "oferta", language: "pt_BR", category: "MARKETING", status },
  components: [{ type: "BODY", text: "Oi {{1}}, hoje tem {{2}}." }],
  ...more,
});
/** A shop whose line is WhatsApp Cloud, with its approved text; nobody of the list has written yet. */
async function cloud(people = 2): Promise<Shop & { tell: (...told: object[]) => Promise<void> }> {
  const of = await shop(people);
  const line = await makeConnection(of.admin, "whatsappapi");
  const tell = (...told: object[]) => inShop(of, (tx) => keepTemplates(tx, line, told as never));
  await tell(text());
  return { ...of, line, tell };
}
const pauseOf = async ({ admin }: Shop, id: number) =>
  (await admin.call(campaigns.show, { params: { id } })).pausedReason;
/** The customer has just written over the line. */
async function hasWritten(of: Shop, number: string): Promise<void> {
  const { id } = await of.admin.call(contacts.create, { body: { name: "Ana Lima", number } });
  await inShop(of, (tx) =>
    tx`insert into app.tickets (contact_id, connection_id, channel, status, last_inbound_at)
      values (${id}, ${of.line}, 'whatsappapi', 'closed', now())`);
}
/** The provider refuses all that waits. */
const refuseAll = (of: Shop) =>
  inShop(
    of,
    (tx) =>
      tx`update app.messages set status = 'failed', error = 'ERR_TEMPLATE_REFUSED' where from_me and status = 'waiting'`,
  );

test("people outside the reply window get the approved text filled in for each, and others a variant", async () => {
  const of = await cloud(3);
  await hasWritten(of, of.numbers[1]!);
  const id = await started(of, { template: offer });
  await tick(of);
  expect((await sent(of)).map(({ body }) => body)).toEqual([
    "Oi Zoé, hoje tem 10%.",
    "Oi, Zoé!",
    "Oi Zoé, hoje tem 10%.",
  ]);
  await settleAll(of);
  await tick(of);
  const report = await of.admin.call(campaigns.report, { params: { id } });
  expect(report.variants).toEqual([{ variant: 0, sent: 2, answered: 0 }, { variant: 1, sent: 1, answered: 0 }]);
});

test("the approved text alone goes to all, and the preview shows it as its reader will", async () => {
  const of = await cloud();
  await hasWritten(of, of.numbers[1]!);
  const { id } = await of.admin.call(campaigns.create, {
    body: { name: "Oferta", whatsappId: of.line, contactListId: of.listId, template: offer },
  });
  const preview = await of.admin.call(campaigns.preview, { params: { id } });
  expect(preview).toMatchObject({
    ...{ total: 2, send: 2, skipped: [] },
    variants: [{ variant: 0, text: "Oi Zoé, hoje tem 10%.", confirmation: false }],
  });
  await of.admin.call(campaigns.start, { params: { id } });
  await tick(of);
  expect((await sent(of)).map(({ body }) => body)).toEqual(Array(2).fill("Oi Zoé, hoje tem 10%."));
});

test("of two lines the one that a person knows says in the preview whether they are reached, as it does when they are written to", async () => {
  const of = await shop(3);
  const second = await makeConnection(of.admin, "whatsappapi");
  await hasWritten({ ...of, line: second }, of.numbers[0]!);
  await hasWritten({ ...of, line: second }, of.numbers[1]!);
  await inShop(of, (tx) =>
    tx`
    update app.tickets t set last_inbound_at = now() - interval '25 hours', last_message_at = now() from app.contacts c
    where c.company_id = t.company_id and c.id = t.contact_id and c.number = ${of.numbers[0]!}`);
  const form = { name: "Dois", message1: "Oi", whatsappId: of.line, whatsappIds: [second], contactListId: of.listId };
  const { id } = await of.admin.call(campaigns.create, { body: form });
  expect(await of.admin.call(campaigns.preview, { params: { id } })).toMatchObject({
    ...{ total: 3, send: 2, skipped: [{ reason: "window", count: 1 }] },
  });
  await of.admin.call(campaigns.start, { params: { id } });
  await inShop(of, (tx) => tx`update app.campaign_lines set next_at = '2020-01-01' where campaign_id = ${id}`);
  await tick(of);
  expect((await stand(of, id)).filter(([, reason]) => reason === "window")).toHaveLength(1);
  expect(await sent(of)).toHaveLength(2);
});

test("the approved text asks for the confirmation where the reply window is closed", async () => {
  const of = await cloud(1);
  const id = await started(of, { template: offer, confirmation: true, confirmationMessage1: "Pode?" });
  await tick(of);
  expect((await sent(of)).map(({ body, key }) => [body, key.endsWith(":ask")])).toEqual([[
    "Oi Zoé, hoje tem 10%.",
    true,
  ]]);
  expect(await stand(of, id)).toEqual([["confirming", ""]]);
  expect(await of.admin.call(campaigns.report, { params: { id } })).toMatchObject({ asked: 1, confirmed: 0 });
});

test("a text that is paused pauses the campaign, and it goes on when the provider allows the text again", async () => {
  const of = await cloud();
  const id = await started(of, { template: offer });
  await of.tell(text("PAUSED"));
  await tick(of);
  await tick(of);
  expect(await sent(of)).toEqual([]);
  expect(await pauseOf(of, id)).toBe("template");
  await of.tell(text());
  await tick(of);
  expect(await sent(of)).toHaveLength(2);
  expect(await pauseOf(of, id)).toBe("");
});

test("people whose text the provider refused wait until it has been read anew, get it then once, and nobody's is tried for ever", async () => {
  const of = await cloud();
  const id = await started(of, { template: offer });
  await tick(of);
  for (let tries = 1; tries < 3; tries++) {
    await refuseAll(of);
    await tick(of);
    await tick(of);
    expect(await pauseOf(of, id)).toBe("template");
    expect(await stand(of, id)).toEqual(Array(2).fill(["queued", ""]));
    const jobs = await inShop(
      of,
      (tx) => tx`select status from app.message_templates where refused_at is not null and connection_id = ${of.line}`,
    );
    expect(jobs).toHaveLength(1);
    await of.tell(text());
    await tick(of);
    expect(await stand(of, id)).toEqual(Array(2).fill(["waiting", ""]));
  }
  await refuseAll(of);
  await tick(of);
  expect(await stand(of, id)).toEqual(Array(2).fill(["failed", "ERR_TEMPLATE_REFUSED"]));
});

test("somebody for whom a place stays empty is left out with the reason, and the others get it", async () => {
  const of = await cloud(2);
  await inShop(of, (tx) => tx`update app.contact_list_items set email = 'a@b.co' where number = ${of.numbers[0]!}`);
  const id = await started(of, { template: { ...offer, values: { "body.1": "{email}", "body.2": "linha\n  dois" } } });
  await tick(of);
  expect((await sent(of)).map(({ body }) => body)).toEqual(["Oi a@b.co, hoje tem linha dois."]);
  expect(await stand(of, id)).toEqual([["waiting", ""], ["skipped", "values"]]);
});

test("a text that does not exist, is not approved, has a place left empty or wants a file is refused before anything begins", async () => {
  const of = await cloud(1);
  const make = (template: object, more: object = {}) =>
    of.admin.call(campaigns.create, {
      body: {
        name: "Oferta",
        message1: "Oi",
        whatsappId: of.line,
        contactListId: of.listId,
        template: template as typeof offer,
        ...more,
      },
    });
  await expect(make({ ...offer, name: "outra" })).rejects.toMatchObject({ code: "ERR_NO_TEMPLATE_FOUND" });
  await expect(make({ ...offer, values: { "body.1": "Ana" } })).rejects.toMatchObject({
    code: "ERR_VALIDATION",
    body: { details: [{ path: "body.template.body.2" }] },
  });
  const plain = await makeConnection(of.admin, "whatsapp");
  await expect(make(offer, { whatsappId: plain })).rejects.toMatchObject({ code: "ERR_NO_TEMPLATE_FOUND" });
  await expect(
    make(offer, { message1: "", whatsappIds: [plain], scheduledAt: new Date(Date.now() + 9e6).toISOString() }),
  )
    .rejects.toMatchObject({ body: { details: [{ path: "body.message1" }] } });
  await of.tell(text("APPROVED", { components: [{ type: "HEADER", format: "IMAGE" }, ...text().components] }));
  const { id } = await make(offer);
  await expect(of.admin.call(campaigns.start, { params: { id } })).rejects.toMatchObject({
    body: { details: [{ path: "body.file" }] },
  });
  await of.tell(text("REJECTED"));
  await expect(make(offer)).rejects.toMatchObject({ code: "ERR_TEMPLATE_REFUSED" });
  expect((await of.admin.call(campaigns.list)).count).toBe(1);
});

test("a test goes out as the approved text where its reader has not written", async () => {
  const of = await cloud(1);
  const { id } = await of.admin.call(campaigns.create, {
    body: { name: "Oferta", message1: "Oi", whatsappId: of.line, contactListId: of.listId, template: offer },
  });
  const number = freshNumber();
  await of.admin.call(contacts.create, { body: { name: "Bia Souza", number } });
  await of.admin.call(campaigns.test, { params: { id }, body: { number } });
  expect((await sent(of)).map(({ body }) => body)).toEqual(["Oi Bia, hoje tem 10%."]);
});
