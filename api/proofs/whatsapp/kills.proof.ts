// Several numbers are being linked and written to when their process dies without warning: a person looks at a code, a phone is just
// agreeing, the device comes back with its new keys, 812 keys go up, messages stream in. Afterwards each connection is connected or
// shows a code to scan, never something in between, and its keys still open and seal.
import { expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { ALONE, Chance, inWorld, pause, size, until } from "../harness.ts";
import { Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

interface Linking {
  pn: string;
  customer: string;
  id: number;
}

test("each connection is connected or shows a code, with valid keys, when the process is killed amid linking and key writes", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const chance = new Chance("kills");
      await world.sql`update app.plans set connections = 1000`;
      const admin = await Worker.signIn(world.bases);
      const [product] = world.products;
      const all: Linking[] = [];
      const said = new Map<string, number>();
      const content = (words: string) => ({ kind: "text", text: words }) as const;
      const stages: string[] = [];

      for (let round = 0; round < size(2, 20); round++) {
        const fresh: Linking[] = await Promise.all(Array.from({ length: 4 }, async (_, n) => {
          const end = `${round}`.padStart(2, "0") + n;
          const id = await phones.connection(admin, `Loja ${end}`);
          return { pn: `5511955560${end}`, customer: `5511944440${end}`, id };
        }));
        const codes = await Promise.all(fresh.map(({ id }) =>
          until("a code is shown", 40_000, async () => {
            const { status, qrcode } = await phones.show(admin, id);
            return status === "qrcode" && qrcode;
          })
        ));
        // One is only looked at; the others' phones scan at moments of their own.
        const scanning = Promise.allSettled(
          fresh.slice(1).map(async ({ pn }, n) => {
            await pause(chance.between(0, 1_200));
            await phones.tell("scan", { pn, qr: codes[n + 1]! });
          }),
        );
        // Those that are linked already are written to meanwhile.
        let over = false;
        const writing = Promise.all(all.map(async ({ pn, customer }) => {
          while (!over) {
            const n = said.get(pn) ?? 0;
            await phones.tell("say", { account: pn, from: customer, name: "Cliente", content: content(`${pn}#${n}`) });
            said.set(pn, n + 1);
            await pause(50);
          }
        }));
        await pause(chance.between(600, 2_400));
        product!.signal("SIGSTOP");
        stages.push((await Promise.all(fresh.map(async ({ id, pn }) => {
          const [kept] = await world.sql<{ keys: number }[]>`
            select count(*) as keys from app.connection_secrets where connection_id = ${id}`;
          const { accounts } = await phones.tell("state", { account: pn });
          return `${accounts[0]?.devices.length ?? 0} agreed, ${kept!.keys} keys`;
        }))).join("; "));
        const [dead] = await world.sql<{ id: string }[]>`
          select process_id as id from app.leases where connection_id = ${fresh[0]!.id}`;
        await product!.kill();
        over = true;
        await product!.start();
        await Promise.all([scanning, writing]);

        all.push(...fresh);
        // A new session begins only when the dead one's lease is over.
        await until("the connections are somebody else's", 40_000, async () => {
          const [row] = await world.sql<{ held: number }[]>`
            select count(*) as held from app.leases
            where connection_id = any (${all.map(({ id }) => id)}) and process_id <> ${
            dead!.id
          } and expires_at > now()`;
          return row!.held === all.length;
        });
        for (const { id, pn } of all) {
          const status = await until("it is connected or shows a code", 60_000, async () => {
            const { status, reason } = await phones.show(admin, id);
            if (status === "CONNECTED" || status === "qrcode") return status;
            throw new Error(`${pn}: ${status} ${reason ?? ""}`);
          });
          if (status === "CONNECTED") continue;
          expect(said.has(pn)).toBe(false);
          // The code may still be the dead process's for a moment.
          await until("a phone can scan it", 60_000, async () => (await phones.scan(admin, id, pn), true), 500);
          await phones.connected(admin, id);
        }
      }

      // Both directions, on every line.
      for (const { pn, customer } of all) {
        const n = said.get(pn) ?? 0;
        await phones.tell("say", { account: pn, from: customer, name: "Cliente", content: content(`${pn}#${n}`) });
        said.set(pn, n + 1);
      }
      const wanted = all.flatMap(({ pn }) => Array.from({ length: said.get(pn)! }, (_, n) => `${pn}#${n}`)).sort();
      const came = await until("all that was written is there", 60_000, async () => {
        const rows = await world.sql<{ body: string }[]>`select body from app.messages where not from_me`;
        return rows.length >= wanted.length && rows.map(({ body }) => body).sort();
      });
      expect(came).toEqual(wanted);
      const rows = await world.sql<{ id: number; pn: string }[]>`
        select t.id, c.number as pn from app.tickets t join app.connections c on c.company_id = t.company_id and c.id = t.connection_id`;
      expect(rows.map(({ pn }) => pn).sort()).toEqual(all.map(({ pn }) => pn).sort());
      await Promise.all(rows.map(async ({ id, pn }) => {
        await admin.call(tickets.update, { params: { id }, body: { status: "open" } });
        const call = { params: { ticketId: id }, body: { body: `resposta ${pn}` } } as never;
        await admin.call(messages.send, call, `key-${pn}`);
      }));
      for (const { pn } of all) {
        await until(
          "the answer was read",
          40_000,
          async () => (await phones.taken(pn)).some(({ text, read }) => read && text === `resposta ${pn}`),
        );
        const { sockets } = (await phones.tell("state", { account: pn })).accounts[0]!;
        expect(sockets.most).toBe(1);
      }
      console.log(`kills: at the deaths: ${stages.join(" | ")}; ${wanted.length} messages`);
    }, phones.env);
  } finally {
    await phones.close();
  }
});
