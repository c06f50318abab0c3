// Two phones may make the same message id. Through the whole product: both messages are stored, and an event that names the id acts
// in its own conversation only.
import { expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { ALONE, inWorld, until } from "../harness.ts";
import { readConversation, Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550007";
const ANA = "5511933370001";
const BIA = "5511933370002";
const SAME = "3AA1B2C3D4E5F6071829";

test("both messages are stored, and events reach each in its own chat, when two phones made one message id", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const chats = await phones.chats(world, admin, PN, [ANA, BIA]);
      const shown = async (from: string) =>
        (await readConversation(admin, chats.find((chat) => chat.from === from)!.ticket.id)).filter(({ body }) =>
          body !== "Olá"
        );
      const text = (words: string, quoted?: { id: string; fromMe: boolean; text: string }) =>
        ({ kind: "text", text: words, quoted }) as const;
      const say = (from: string, content: Parameters<typeof phones.tell<"say">>[1]["content"], id?: string) =>
        phones.tell("say", { account: PN, from, content, id });

      await Promise.all([say(ANA, text("de Ana"), SAME), say(BIA, text("de Bia"), SAME)]);
      const both = async () => [await shown(ANA), await shown(BIA)].map((all) => all.map(({ body }) => body));
      await until("both are there", 30_000, async () => (await both()).flat().length === 2);
      expect(await both()).toEqual([["de Ana"], ["de Bia"]]);

      // Bia names the id: her own message is meant, not Ana's.
      await say(BIA, { kind: "reaction", target: { id: SAME }, emoji: "👍" });
      await say(BIA, { kind: "edit", target: { id: SAME }, text: "de Bia, corrigido" });
      await say(BIA, text("cito a minha", { id: SAME, fromMe: true, text: "de Bia" }));
      await until("what she said is there", 30_000, async () => (await shown(BIA)).length === 2);
      const [first, quoting] = await shown(BIA);
      expect(first).toMatchObject({ body: "de Bia, corrigido", isEdited: true, reactions: [{ emoji: "👍" }] });
      expect(quoting!.quotedMsg).toMatchObject({ id: first!.id });
      expect(await shown(ANA)).toMatchObject([{ body: "de Ana", isEdited: false, reactions: [] }]);
      await say(ANA, { kind: "delete", target: { id: SAME } });
      await until("Ana's is deleted", 30_000, async () => (await shown(ANA))[0]!.isDeleted);
      expect((await shown(BIA))[0]).toMatchObject({ isDeleted: false });

      // An answer that quotes Bia's carries her words.
      const ticketId = chats.find(({ from }) => from === BIA)!.ticket.id;
      await admin.call(messages.send, { params: { ticketId }, body: { body: "essa?", quotedMsg: { id: first!.id } } });
      const sent = await until("the answer is read", 30_000, async () => {
        const { accepted } = await phones.tell("state", { account: PN });
        return accepted.find(({ message }) => message?.extendedTextMessage?.text === "essa?");
      });
      expect(sent.message!.extendedTextMessage!.contextInfo).toMatchObject({
        stanzaId: SAME,
        quotedMessage: { conversation: expect.stringContaining("de Bia") },
      });
      const { tickets: open } = await admin.call(tickets.list, { query: { status: "open" } });
      expect(open).toHaveLength(2);
    }, phones.env);
  } finally {
    await phones.close();
  }
});
