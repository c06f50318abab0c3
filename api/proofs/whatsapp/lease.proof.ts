// R7: one of two processes holds a number. The holder dies, stands still, or loses the database, while customers and agents write
// all the time. The other has the number within half a minute; the first never speaks for it again.
import { expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { Chance, inWorld, pause, type Product, size, until, type World } from "../harness.ts";
import { readConversation, Worker } from "../harness-office.ts";
import { type Chat, Phones } from "../harness-whatsapp.ts";
import { openWire, type Wire } from "../harness-wire.ts";

const PN = "5511955550004";

/** Customers write to the number and the agent writes back until the end of the proof. */
class Talk {
  readonly came = new Map<string, number>();
  readonly went = new Map<string, number>();
  #over = false;
  #done: Promise<unknown>;
  constructor(private phones: Phones, private admin: Worker, private chats: readonly Chat[]) {
    this.#done = Promise.all(chats.flatMap((chat) => [this.#customer(chat), this.#attendant(chat)]));
    this.#done.catch(() => {});
  }
  async #customer({ from }: Chat): Promise<void> {
    for (let n = 0; !this.#over; n++) {
      await this.phones.tell("say", { account: PN, from, content: { kind: "text", text: `in-${from}-${n}` } });
      this.came.set(from, n + 1);
      await pause(1_200);
    }
  }
  async #attendant({ from, ticket }: Chat): Promise<void> {
    for (let n = 0; !this.#over; n++) {
      const body = `out-${from}-${n}`;
      await this.admin.call(messages.send, { params: { ticketId: ticket.id }, body: { body } } as never, `key-${body}`);
      this.went.set(from, n + 1);
      await pause(2_000);
    }
  }
  async end(): Promise<void> {
    this.#over = true;
    await this.#done;
  }
}

/** Notes, for each write of a key, which process wrote and who had the lease at that instant. */
async function watchKeys(world: World): Promise<void> {
  await world.sql.unsafe(`
    create schema proof;
    create table proof.writes (at timestamptz default clock_timestamp(), writer text, holder uuid, valid boolean);
    create function proof.note() returns trigger language plpgsql security definer as $$ begin
      insert into proof.writes (writer, holder, valid)
        select current_setting('application_name'), l.process_id, l.expires_at > now()
        from app.leases l where l.company_id = new.company_id and l.connection_id = new.connection_id;
      return new;
    end $$;
    create trigger note after insert or update on app.connection_secrets for each row execute function proof.note();`);
}

test("R7: another process has the number in 30 s, and never two at once, when its holder is killed, stopped or cut from the database", async () => {
  const phones = await Phones.open();
  let port = 0;
  const wires: Wire[] = [openWire(() => port), openWire(() => port)];
  const env = (index: number, databaseUrl: string) => {
    const url = new URL(databaseUrl);
    port = Number(url.port);
    if (index > 0) url.port = String(wires[index - 1]!.port);
    url.searchParams.set("application_name", `proof-${index}`);
    return { ...phones.env, DATABASE_URL: url.href };
  };
  try {
    await inWorld(["api,worker", "channels", "channels"], async (world) => {
      const chance = new Chance("R7");
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const people = Array.from({ length: 6 }, (_, n) => `55119333300${10 + n}`);
      const chats = await phones.chats(world, admin, PN, people);
      await watchKeys(world);
      const talk = new Talk(phones, admin, chats);

      /** The process that writes keys now, by its place in the list. */
      const owner = async () => {
        const [from] = await world.sql<{ at: Date }[]>`select clock_timestamp() as at`;
        return await until("somebody writes keys", 20_000, async () => {
          const [row] = await world.sql<{ writer: string }[]>`
            select writer from proof.writes where at > ${from!.at} order by at desc limit 1`;
          return Number(row?.writer.split("-")[1]);
        });
      };
      const lease = async () =>
        (await world.sql<{ fence: number }[]>`select fence from app.leases where connection_id = ${line}`)[0]!.fence;
      const sockets = async () => (await phones.tell("state", { account: PN })).accounts[0]!.sockets;
      const told: string[] = [];

      /** Hits the holder; prints the time until the service let the other one in, and checks that it let in nobody else. */
      const round = async (
        name: string,
        hit: (victim: Product, at: number) => Promise<() => Promise<void>> | (() => Promise<void>),
      ) => {
        const index = await owner();
        const before = { ...await sockets(), fence: await lease() };
        const began = performance.now();
        const recover = await hit(world.products[index]!, index);
        await until(`another has the line: ${name}`, 40_000, async () => {
          const now = await sockets();
          return now.logins > before.logins && await lease() > before.fence;
        });
        await phones.connected(admin, line, 15_000);
        const ms = Math.round(performance.now() - began);
        told.push(`${name} ${ms} ms`);
        console.log(`R7: taken over: ${told.join(", ")}`);
        expect(ms).toBeLessThan(30_000);
        expect((await sockets()).now).toBe(1);
        await recover();
        // The former owner has three turns in which it could do wrong.
        await pause(size(12_000, 30_000));
        const after = await sockets();
        expect({ name, now: after.now, logins: after.logins - before.logins }).toEqual({ name, now: 1, logins: 1 });
        expect(await owner()).not.toBe(index);
      };

      for (let turn = 0; turn < size(1, 4); turn++) {
        await round("killed", async (victim) => {
          await victim.kill();
          return () => victim.start();
        });
        await round("stopped", (victim) => {
          const until = performance.now() + chance.between(size(20, 20), size(26, 60)) * 1000;
          victim.signal("SIGSTOP");
          return async () => {
            await pause(Math.max(0, until - performance.now()));
            victim.signal("SIGCONT");
          };
        });
        await round("cut off", (victim, index) => {
          const until = performance.now() + chance.between(size(25, 30), size(30, 60)) * 1000;
          if (turn % 2 === 0) wires[index - 1]!.hold();
          else wires[index - 1]!.cut();
          return async () => {
            await pause(Math.max(0, until - performance.now()));
            wires[index - 1]!.mend();
            // The database's client ends a process whose connections are torn in a transaction; its supervisor starts it again.
            await pause(2_000);
            if (!victim.alive) {
              await victim.kill();
              await victim.start();
            }
          };
        });
      }
      await talk.end();

      const wanted = people.flatMap((from) =>
        Array.from({ length: talk.came.get(from)! }, (_, n) => `in-${from}-${n}`)
      );
      await until("everything that was written is there", 90_000, async () => {
        const rows = await world.sql<{ body: string }[]>`select body from app.messages where body like 'in-%'`;
        const there = new Set(rows.map(({ body }) => body));
        const missing = wanted.filter((body) => !there.has(body));
        if (missing.length === 0) return true;
        const { devices } = (await phones.tell("state", { account: PN })).accounts[0]!;
        throw new Error(
          `${missing.length} missing: ${missing.slice(0, 9).join(" ")}; ${devices[0]?.waiting} not confirmed`,
        );
      }, 500);
      await until("everything is sent", 60_000, async () => {
        const [row] = await world.sql<{ n: number }[]>`
          select count(*) as n from app.messages where body like 'out-%' and status <> 'sent'`;
        return row!.n === 0;
      });
      const all = (await phones.taken(PN)).filter(({ text }) => text.startsWith("out-"));
      expect(all.filter(({ read }) => !read)).toEqual([]);
      for (const { from, ticket } of chats) {
        const shown = (await readConversation(admin, ticket.id)).map(({ body }) => body);
        const ins = Array.from({ length: talk.came.get(from)! }, (_, n) => `in-${from}-${n}`);
        const outs = Array.from({ length: talk.went.get(from)! }, (_, n) => `out-${from}-${n}`);
        expect(shown.filter((body) => body.startsWith("in-"))).toEqual(ins);
        expect(shown.filter((body) => body.startsWith("out-"))).toEqual(outs);
        expect(all.filter(({ chat }) => chat === from).map(({ text }) => text)).toEqual(outs);
      }
      // A process has a new id in each of its lives: under one, keys come from one process, while its lease lasts.
      const writes = await world.sql<{ holder: string; writers: number; valid: boolean }[]>`
        select holder, count(distinct writer) as writers, bool_and(valid) as valid from proof.writes group by 1`;
      expect(writes.length).toBeGreaterThan(size(3, 12) - 1);
      expect(writes.filter(({ writers, valid }) => writers !== 1 || !valid)).toEqual([]);
      const { receipts, complaints } = await phones.tell("state", { account: PN });
      expect(complaints).toEqual([]);
      expect(receipts.filter(({ type }) => type === "retry")).toEqual([]);
      const { most, mostConnected, replaced } = await sockets();
      expect(most).toBe(1);
      console.log(
        `R7: ${
          told.join(", ")
        }; ${wanted.length} came, ${all.length} went; sockets at most ${most}, ${mostConnected} until ` +
          `the service had closed the older one (${replaced} times)`,
      );
    }, env);
  } finally {
    wires.forEach((wire) => wire.close());
    await phones.close();
  }
});
