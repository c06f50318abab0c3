// Quotes: a customer's answer leads to the message it quotes, also while that is still being sent, and ours names its message as
// phones look it up, in groups too.
import type { Call } from "../../contract/endpoint.ts";
import { expect, test } from "vitest";
import { connections } from "../../features/connections/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { ALONE, inWorld, until } from "../harness.ts";
import { readConversation, Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550010";
const ANA = "5511933400001";
const BIA = "5511933400002";

test("a customer's quote leads to its message, also before WhatsApp acknowledged that, and ours is a quote on the wire, in groups too", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await admin.call(
        connections.update,
        { params: { id: line }, body: { name: "Loja", allowGroup: true } } as Call<typeof connections.update>,
      );
      await phones.link(admin, line, PN);
      const [chat] = await phones.chats(world, admin, PN, [ANA]);
      const ticketId = chat!.ticket.id;
      const text = (words: string, quoted?: { id: string; fromMe?: boolean; author?: string; text: string }) =>
        ({ kind: "text", text: words, quoted }) as const;
      const write = async (id: number, body: string, quotedMsg?: { id: number }) => {
        await admin.call(messages.send, { params: { ticketId: id }, body: { body, quotedMsg } });
      };
      const taken = async (words: string) => {
        const found = async () =>
          (await phones.tell("state", { account: PN })).accepted.find(({ message }) =>
            (message?.extendedTextMessage?.text ?? message?.conversation) === words
          );
        return await until(`the service took ${words}`, 30_000, found);
      };
      const said = async (id: number, words: string) =>
        await until(
          `${words} is there`,
          30_000,
          async () => (await readConversation(admin, id)).find(({ body }) => body === words),
        );

      // She has it and answers before WhatsApp has told us that it took it.
      await phones.tell("settings", { receipts: "none" });
      await phones.tell("fault", { account: PN, ackDelayMs: 4_000 });
      await write(ticketId, "custa dez");
      const { id: price } = await taken("custa dez");
      await phones.tell("say", { account: PN, from: ANA, content: text("fechado", { id: price, text: "custa dez" }) });
      const agreed = await said(ticketId, "fechado");
      const [ours] = (await readConversation(admin, ticketId)).filter(({ body }) => body === "custa dez");
      await until(
        "her answer leads to it",
        30_000,
        async () =>
          (await readConversation(admin, ticketId)).find(({ id }) => id === agreed.id)!.quotedMsg?.id === ours!.id,
      );
      await phones.tell("fault", { account: PN });

      const { id: group } = await phones.tell("newGroup", { creator: ANA, subject: "Família", members: [PN, BIA] });
      const asked = "quem traz o bolo?";
      const { id: question } = await phones.tell("say", { account: PN, from: BIA, group, content: text(asked) });
      const groupTicket = await until("the group's conversation is there", 30_000, async () => {
        const [row] = await world.sql<
          { id: number }[]
        >`select ticket_id as id from app.messages where external_id = ${question}`;
        return row?.id;
      });
      const { lid } = await phones.tell("person", { pn: BIA });
      const context = { stanzaId: question, participant: `${lid}@lid`, quotedMessage: { conversation: asked } };
      const { id: original } = await said(groupTicket, asked);
      await write(groupTicket, "eu trago", { id: original });
      expect((await taken("eu trago")).message!.extendedTextMessage!.contextInfo).toMatchObject(context);
      // The stored payload is deleted after two weeks; the message itself is still there.
      await world.sql`delete from app.message_payloads where external_id = ${question}`;
      await write(groupTicket, "e o suco", { id: original });
      expect((await taken("e o suco")).message!.extendedTextMessage!.contextInfo).toMatchObject(context);

      await phones.tell("say", {
        account: PN,
        from: ANA,
        group,
        content: text("boa, Bia", { id: question, author: BIA, text: asked }),
      });
      expect((await said(groupTicket, "boa, Bia")).quotedMsg).toMatchObject({ id: original, body: asked });
    }, phones.env);
  } finally {
    await phones.close();
  }
});
