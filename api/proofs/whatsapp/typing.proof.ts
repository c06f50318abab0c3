// Typing in both directions: people who see the ticket see the customer's, the customer's phone shows an agent's, also when another
// process than the app's holds the line.
import { expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { inWorld, pause, SPLIT, until } from "../harness.ts";
import { type Frame, framesOf } from "../harness-stream.ts";
import { Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550009";
const ANA = "5511933390001";

test("a customer's typing is shown and ends; an agent's goes to the phone at a pace, and ends by itself", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(SPLIT, async (world) => {
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const [chat] = await phones.chats(world, admin, PN, [ANA]);
      const ticketId = chat!.ticket.id;

      const frames: Frame[] = [];
      const stop = new AbortController();
      const headers = { authorization: `Bearer ${admin.token}` };
      const stream = await fetch(`${world.bases[0]}/api/events`, { headers, signal: stop.signal });
      const reading = (async () => {
        for await (const frame of framesOf(stream.body!)) frames.push(frame);
      })().catch(() => {});
      const shown = () =>
        frames.filter(({ name }) => name === `company-${admin.companyId}-typing`).map(({ data }) => JSON.parse(data));
      const listens = async () =>
        (await phones.tell("state", { account: PN })).signals.some((one) => one.type === "subscribe");
      await until("the number listens to her", 20_000, listens);
      await until("her typing is shown", 30_000, async () => {
        await phones.tell("typing", { account: PN, from: ANA });
        await pause(500);
        return shown().length > 0;
      });
      expect(shown()[0]).toEqual({ ticketId, contactId: chat!.ticket.contactId, on: true });
      await phones.tell("typing", { account: PN, from: ANA, state: "paused" });
      await until("its end is shown", 20_000, () => shown().at(-1)!.on === false);
      stop.abort();
      await reading;

      const told = async () =>
        (await phones.tell("state", { account: PN })).signals.filter(({ tag }) => tag === "chatstate").map(({ type }) =>
          type
        );
      const type = (on: boolean) => admin.call(messages.typing, { params: { ticketId }, body: { on } });
      for (let n = 0; n < 5; n++) await type(true);
      await until("the phone shows that somebody types", 20_000, async () => (await told()).length > 0);
      // The app was closed, so no call ends the typing.
      await until("the sign ends by itself", 30_000, async () => (await told()).includes("paused"));
      expect(await told()).toEqual(["composing", "paused"]);
      await type(true);
      await until("it is shown again", 20_000, async () => (await told()).length === 3);
      await type(false);
      await until("it ends at once", 6_000, async () => (await told()).length === 4);
      expect((await told()).slice(2)).toEqual(["composing", "paused"]);
    }, phones.env);
  } finally {
    await phones.close();
  }
});
