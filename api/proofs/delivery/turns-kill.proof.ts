// R27: api and workers die while a service thinks about what customers wrote. Every text of a customer is in one answer of the service,
// said once, in the order in which they were taken in, and nobody is left to people or without an answer.
// Kills spare a turn that was at two deaths: a third would set it aside.
import { expect, test } from "vitest";
import { connections } from "../../features/connections/contract.ts";
import { integrations } from "../../features/integrations/contract.ts";
import { Chance, inWorld, pause, size, until, type World } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { accountOf, CHANNELS, openOffice } from "../harness-office.ts";

const ANSWER = "Ouvi:";

/** Whether a job is left that one more death would set aside. */
async function atTwoDeaths({ sql }: World): Promise<boolean> {
  const [found] = await sql`
    select from app.job_deaths d join graphile_worker._private_jobs j on j.id = d.job_id where d.deaths >= 2 and j.attempts < j.max_attempts limit 1`;
  return !!found;
}

/** One look for all who ask within that time, ms: sixty customers each reading all messages would be most of the work. */
function shared<T>(look: () => Promise<T>, ms: number): () => Promise<T> {
  let last: { at: number; found: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), found: look() };
    return last.found;
  };
}
const LOOK_MS = 200;
/** So many customers write at once. */
const AT_ONCE = 8;

test("R27: each text of a customer is answered once by an integration, in order, while api and workers are killed", {
  timeout: size(300_000, 3_600_000),
}, async () => {
  const chance = new Chance("R27");
  const asked = { now: 0, ids: [] as string[] };
  const service = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { data } = await request.json();
    asked.ids.push(request.headers.get("webhook-id")!);
    asked.now++;
    await pause(chance.between(0, 900));
    asked.now--;
    return Response.json({ output: `${ANSWER}\n${data.chatInput}` });
  });
  const address = `127.0.0.1:${service.addr.port}`;
  try {
    await inWorld(["api", "worker", "worker", "channels"], async (world) => {
      const { admin, lines } = await openOffice(world);
      const { id } = await admin.call(integrations.create, {
        body: { type: "webhook", name: "Fluxo", urlN8N: `http://${address}/` },
      });
      for (const line of Object.values(lines)) {
        await admin.call(connections.update, { params: { id: line }, body: { integrationId: id } } as never);
      }
      // A customer has at most twenty turns in an hour.
      const each = 8;
      const customers = Array.from({ length: size(8, 60) }, (_, index) => {
        const channel = CHANNELS[index % 2]!;
        const from = channel === "facebook" ? `2700000${2000 + index}` : `551199700${1000 + index}`;
        return { channel, from, texts: Array.from({ length: each }, (_, n) => `${index}º «ção» #${n} 👍`) };
      });
      const said = shared(async () => (await world.meta.accepted()).messages, LOOK_MS);
      const heard = async (from: string) =>
        (await said()).filter(({ to, text }) => to === from && text?.startsWith(ANSWER))
          .sort((one, other) => one.at - other.at).flatMap(({ text }) => text!.split("\n").slice(1));
      let answered = 0;
      const write = async ({ channel, from, texts }: typeof customers[number]) => {
        for (let n = 0; n < texts.length;) {
          // Some write the next text before the answer to the last has come.
          const burst = texts.slice(n, n + chance.between(1, 2));
          for (const text of burst) {
            const saying = { channel, account: accountOf(channel), from, id: `r27-${text}`, text, at: Date.now() };
            await until(`${text} is taken`, 60_000, async () => {
              return (await world.meta.say(saying, world.bases[0]!)).some((status) => status === 200);
            }, 100);
            await pause(chance.between(0, 1_200));
          }
          n += burst.length;
          await until(`${from} has an answer to ${burst.at(-1)}`, 120_000, async () => {
            return (await heard(from)).includes(burst.at(-1)!);
          }, LOOK_MS);
          answered += burst.length;
        }
      };
      // A few at a time: all at once would have their answers before half of the kills.
      const next = customers.values();
      const writing = Array.from({ length: AT_ONCE }, async () => {
        for (const customer of next) await write(customer);
      });
      const { hit } = await killing(world, chance, {
        times: size(6, 60),
        progress: () => answered / (customers.length * each),
        victims: world.products.slice(0, 3),
        aim: async () => {
          // A turn at three deaths is set aside: that is another proof's.
          await until("no turn was at two deaths", 60_000, async () => !await atTwoDeaths(world), 100);
          const over = () => answered === customers.length * each;
          await until("the service thinks", 30_000, () => asked.now > 0 || over(), 5).catch(() => null);
        },
      });
      await Promise.all(writing);
      await pause(LOOK_MS);
      const again = asked.ids.length - new Set(asked.ids).size;
      console.log(`R27: ${asked.ids.length} calls, ${again} of them again, killed ${hit.join(" ")}`);
      for (const { from, texts } of customers) {
        // What was acknowledged by a process that died is taken in after what came in the next seconds.
        const taken = await world.sql<{ body: string }[]>`
          select m.body from app.messages m join app.contact_identities i on i.company_id = m.company_id and i.contact_id = m.contact_id
          where not m.from_me and i.value = ${from} order by m.id`;
        const answers = await heard(from);
        expect(answers).toEqual(taken.map(({ body }) => body));
        expect(answers.toSorted()).toEqual(texts.toSorted());
      }
      const toPeople = await world.sql`select ticket_id, detail from app.ticket_log where type = 'toPeople'`;
      expect([...toPeople]).toEqual([]);
    }, { EGRESS_ALLOW: address });
  } finally {
    await service.shutdown();
  }
});
