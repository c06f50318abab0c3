import { beforeAll, describe, expect, test } from "vitest";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tags } from "../tags/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { kanban } from "./contract.ts";
import { sweepLanes } from "./moves.ts";

beforeAll(async () => {
  await testApp();
});

async function office() {
  const chief = await someone({ profile: "admin" });
  return { chief, connectionId: await makeConnection(chief) };
}
const card = (chief: Person, connectionId: number, columns: Record<string, unknown> = {}) =>
  withTenant({ companyId: chief.companyId }, async (tx) => {
    const [contact] = await tx<{ id: number }[]>`insert into app.contacts (name) values ('Ana') returning id`;
    const row = {
      contact_id: contact!.id,
      connection_id: connectionId,
      channel: "webchat",
      status: "open",
      ...columns,
    };
    const [ticket] = await tx<{ id: number }[]>`insert into app.tickets ${tx(row as never)} returning id`;
    return ticket!.id;
  });
const board = (person: Person, name: string, queueIds: number[] = []) =>
  person.call(kanban.createBoard, { body: { name, queueIds } });
const lane = (person: Person, name: string, more = {}) =>
  person.call(tags.create, { body: { name, kanban: 1, ...more } });
const put = (person: Person, ticketId: number, tagId: number, body?: { expectedLaneId?: number; reason?: string }) =>
  person.call(tags.joinTicket, { params: { ticketId, tagId }, body });
const namesOf = async (person: Person, ticketId: number) =>
  (await person.call(tickets.list, { query: {} })).tickets.find(({ id }) => id === ticketId)!.tags.map(({ name }) =>
    name
  );
const boardNames = async (person: Person) => (await person.call(kanban.boards)).map(({ name }) => name);

describe("a company's boards", () => {
  test("are one at first, which takes the lanes that name none; each has lanes of its own, names too", async () => {
    const { chief } = await office();
    expect(await boardNames(chief)).toEqual(["Kanban"]);
    const [first] = await chief.call(kanban.boards);
    const after = await board(chief, "Pós-venda");
    const [a, b] = [await lane(chief, "Novo"), await lane(chief, "Novo", { boardId: after.id })];
    expect([a.boardId, b.boardId]).toEqual([first!.id, after.id]);
    expect([a.position, b.position]).toEqual([1, 1]);
    const lanesOf = async (boardId?: number) =>
      (await chief.call(kanban.lanes, { query: { boardId } })).lista.map(({ id }) => id);
    expect([await lanesOf(), await lanesOf(after.id)]).toEqual([[a.id], [b.id]]);
    await expect(lane(chief, "Outra", { boardId: 8_000_000_000_001 })).rejects.toMatchObject({
      code: "ERR_NO_BOARD_FOUND",
    });
    await expect(lane(chief, "Outra", { nextLaneId: b.id })).rejects.toMatchObject({ code: "ERR_NO_TAG_FOUND" });
    await expect(board(chief, "PÓS-VENDA")).rejects.toMatchObject({ code: "ERR_DUPLICATED_NAME" });
  });

  test("have queues of their own company, each its own", async () => {
    const { chief } = await office();
    const [sales, foreign] = [await makeQueue(chief), await makeQueue(await someone())];
    const { id } = await board(chief, "Vendas", [sales]);
    expect((await chief.call(kanban.boards)).at(-1)).toEqual({ id, name: "Vendas", position: 1, queueIds: [sales] });
    const change = (queueIds: number[]) =>
      chief.call(kanban.updateBoard, { params: { id }, body: { name: "Vendas", queueIds } });
    await expect(change([foreign])).rejects.toMatchObject({ code: "ERR_NO_QUEUE_FOUND" });
    expect((await chief.call(kanban.boards)).at(-1)!.queueIds).toEqual([sales]);
    expect(await change([])).toMatchObject({ queueIds: [] });
  });

  test("are made by people who may see the dashboard only, and are no other company's", async () => {
    const { chief } = await office();
    const { id } = await board(chief, "Vendas");
    const colleague = await someone({ colleagueOf: chief });
    await expect(board(colleague, "Minha")).rejects.toMatchObject({ status: 403 });
    const foreign = await someone({ profile: "admin" });
    const remove = (who: Person) => who.call(kanban.removeBoard, { params: { id } });
    await expect(remove(foreign)).rejects.toMatchObject({ code: "ERR_NO_BOARD_FOUND" });
    await remove(chief);
    const [last] = await chief.call(kanban.boards);
    await expect(chief.call(kanban.removeBoard, { params: { id: last!.id } })).rejects.toMatchObject({
      code: "ERR_LAST_BOARD",
    });
  });
});

describe("a ticket", () => {
  async function twoBoards() {
    const { chief, connectionId } = await office();
    const after = await board(chief, "Pós-venda");
    const [a, b] = [await lane(chief, "Proposta"), await lane(chief, "Vendido")];
    const [c, d] = [
      await lane(chief, "Entrega", { boardId: after.id }),
      await lane(chief, "Entregue", { boardId: after.id }),
    ];
    return { chief, after, id: await card(chief, connectionId), a, b, c, d };
  }

  test("stands in one lane of each board at once; a move on one leaves it where it is on the other", async () => {
    const { chief, after, id, a, b, c, d } = await twoBoards();
    await put(chief, id, a.id);
    await put(chief, id, c.id);
    expect(await namesOf(chief, id)).toEqual(["Entrega", "Proposta"]);
    await put(chief, id, b.id, { expectedLaneId: a.id });
    await put(chief, id, d.id, { expectedLaneId: c.id });
    expect(await namesOf(chief, id)).toEqual(["Entregue", "Vendido"]);
    const leave = (query: object) => chief.call(tags.leaveTicket, { params: { ticketId: id }, query });
    await leave({ expectedLaneId: b.id });
    expect(await namesOf(chief, id)).toEqual(["Entregue"]);
    await leave({});
    expect(await namesOf(chief, id)).toEqual(["Entregue"]);
    await leave({ boardId: after.id });
    expect(await namesOf(chief, id)).toEqual([]);
  });

  test("loses the lanes of a board that is deleted, and no others; its lanes are gone", async () => {
    const { chief, after, id, a, c } = await twoBoards();
    await put(chief, id, a.id);
    await put(chief, id, c.id);
    await chief.call(kanban.removeBoard, { params: { id: after.id } });
    expect(await namesOf(chief, id)).toEqual(["Proposta"]);
    expect((await chief.call(tags.all, { query: { kanban: 1 } })).map(({ name }) => name)).toEqual([
      "Proposta",
      "Vendido",
    ]);
  });

  test("moves by itself on each of its boards", async () => {
    const { chief, id, a, b, c, d } = await twoBoards();
    await withTenant({ companyId: chief.companyId }, (tx) => tx`update app.tickets set last_from_me = true`);
    for (const [from, to] of [[a, b], [c, d]] as const) {
      const body = { name: from.name, timeLane: 5, nextLaneId: to.id };
      await chief.call(tags.update, { params: { id: from.id }, body });
      await put(chief, id, from.id);
    }
    expect(await sweepLanes(new Date(Date.now() + 6 * 60_000), chief.companyId)).toBe(2);
    expect(await namesOf(chief, id)).toEqual(["Entregue", "Vendido"]);
  });

  test("has a value, which whoever may work in it says and takes away", async () => {
    const { chief, id } = await twoBoards();
    const value = (who: Person, valueCents: number | null) =>
      who.call(kanban.value, { params: { ticketId: id }, body: { valueCents } });
    expect(await value(chief, 129_990)).toMatchObject({ id, valueCents: 129_990 });
    expect((await chief.call(kanban.tickets, { query: {} })).tickets[0]).toMatchObject({ valueCents: 129_990 });
    expect(await value(chief, null)).toMatchObject({ valueCents: null });
    await expect(value(chief, -1)).rejects.toMatchObject({ status: 400 });
    await expect(value(await someone(), 1)).rejects.toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  });
});

describe("the conversion from lane to lane", () => {
  test("counts who came into each lane, who went on, what they are worth and why they ended", async () => {
    const { chief, connectionId } = await office();
    const [fresh, offer, won, lost] = [
      await lane(chief, "Novo"),
      await lane(chief, "Proposta"),
      await lane(chief, "Ganho", { outcome: "won" }),
      await lane(chief, "Perdido", { outcome: "lost" }),
    ];
    expect([won.outcome, lost.outcome, offer.outcome]).toEqual(["won", "lost", null]);
    // Each: what it is worth, and the lanes it went through with a reason at the end.
    const ways: [number | null, number[], string?][] = [
      [10_000, [fresh.id, offer.id, won.id], "Preço bom"],
      [5_000, [fresh.id, offer.id, fresh.id, lost.id], "sem verba"],
      [null, [fresh.id, lost.id], "Sem verba"],
      [700, [offer.id]],
      [900, [fresh.id]],
    ];
    for (const [value, lanes, reason] of ways) {
      const id = await card(chief, connectionId, { value_cents: value });
      for (const [at, one] of lanes.entries()) {
        await put(chief, id, one, at === lanes.length - 1 && reason ? { reason } : undefined);
      }
    }
    const query = { dateStart: "", dateEnd: "" };
    const asked = await chief.call(kanban.conversion, { query });
    expect(asked.lanes).toEqual([
      { laneId: fresh.id, came: 4, wentOn: 2, valueCents: 15_900 },
      { laneId: offer.id, came: 3, wentOn: 1, valueCents: 15_700 },
      { laneId: won.id, came: 1, wentOn: 0, valueCents: 10_000 },
      { laneId: lost.id, came: 2, wentOn: 0, valueCents: 5_000 },
    ]);
    expect(asked.reasons).toEqual([
      { laneId: lost.id, reason: expect.stringMatching(/^sem verba$/i), count: 2 },
      { laneId: won.id, reason: "Preço bom", count: 1 },
    ]);
    // The same by hand, from the arrivals alone.
    const [byHand] = await withTenant({ companyId: chief.companyId }, (tx) =>
      tx<{ came: number; worth: number }[]>`
        select count(distinct ticket_id)::int as came,
          (select sum(value_cents) from app.tickets where id in (select ticket_id from app.lane_entries where lane_id = ${fresh.id}))::int as worth
        from app.lane_entries where lane_id = ${fresh.id}`);
    expect(byHand).toEqual({ came: asked.lanes[0]!.came, worth: asked.lanes[0]!.valueCents });
    const before = { dateStart: "2020-01-01", dateEnd: "2020-01-31" };
    expect((await chief.call(kanban.conversion, { query: before })).lanes.map(({ came }) => came)).toEqual([
      0,
      0,
      0,
      0,
    ]);
  });

  test("is of tickets that one sees, and of one's own boards", async () => {
    const { chief, connectionId } = await office();
    const one = await lane(chief, "Novo");
    const queueId = await makeQueue(chief);
    await put(chief, await card(chief, connectionId, { queue_id: queueId }), one.id);
    const sees = await someone({ colleagueOf: chief, flags: { show_dashboard: true } });
    const query = { dateStart: "", dateEnd: "" };
    expect((await sees.call(kanban.conversion, { query })).lanes).toMatchObject([{ came: 0 }]);
    expect((await chief.call(kanban.conversion, { query })).lanes).toMatchObject([{ came: 1 }]);
    const [foreign] = await (await someone()).call(kanban.boards);
    await expect(chief.call(kanban.conversion, { query: { ...query, boardId: foreign!.id } })).rejects.toMatchObject({
      code: "ERR_NO_BOARD_FOUND",
    });
  });
});
