// Files to and from a linked number, through a process with the product's own permissions: libraries that write temporary files
// have a place where they may.
import { expect, test } from "vitest";
import { photo } from "../../core/testing/pictures.ts";
import { messages } from "../../features/messages/contract.ts";
import { ALONE, inWorld, until } from "../harness.ts";
import { Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550007";

test("a picture and a document reach WhatsApp", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const admin = await Worker.signIn(world.bases);
      await phones.link(admin, await phones.connection(admin, "Loja"), PN);
      const [chat] = await phones.chats(world, admin, PN, ["5511933337001"]);
      const bytes = photo(64, 48, (x) => x < 0.5 ? [200, 0, 0] : [0, 0, 200]) as Uint8Array<ArrayBuffer>;
      const files = [
        new File([bytes], "praça, às 7.png", { type: "image/png" }),
        new File(["%PDF-1.4\n%âãÏÓ\n"], "orçamento.pdf", { type: "application/pdf" }),
      ];
      await admin.call(messages.send, { params: { ticketId: chat!.ticket.id }, body: { body: "" }, files });
      await until("both are sent", 60_000, async () => {
        const rows = await world.sql<{ status: string }[]>`
          select status from app.messages where from_me and media_id is not null`;
        if (rows.length === 2 && rows.every(({ status }) => status === "sent")) return true;
        throw new Error(JSON.stringify(rows));
      });
      const { accepted } = await phones.tell("state", { account: PN });
      const kinds = accepted.flatMap(({ message }) => Object.keys(message ?? {}));
      expect(kinds).toEqual(expect.arrayContaining(["imageMessage"]));
      expect(kinds.some((kind) => kind.startsWith("document"))).toBe(true);
    }, phones.env);
  } finally {
    await phones.close();
  }
});
