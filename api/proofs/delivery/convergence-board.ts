// What the people of the convergence proof do on their boards.
import type { Person } from "../../core/testing/api.ts";
import { kanban } from "../../features/kanban/contract.ts";
import { sweepLanes } from "../../features/kanban/moves.ts";
import { tags } from "../../features/tags/contract.ts";
import type { Chance } from "../harness.ts";

interface Around {
  chance: Chance;
  ownName: () => string;
  anyone: () => Person;
  people: { admin: Person };
  queueIds: number[];
  someTicket: () => Promise<{ id: number }>;
}

/** The deeds to draw from. */
export function boardDeeds(office: Around): Record<string, () => Promise<unknown>> {
  // Looked up when a deed is done: the office makes them before it has its people.
  const admin = () => office.people.admin;
  const chance = {
    pick: <T>(from: readonly T[]) => office.chance.pick(from),
    shuffle: <T>(all: readonly T[]) => office.chance.shuffle(all),
  };
  const someBoard = async () => chance.pick(await admin().call(kanban.boards));
  const allLanes = () => admin().call(tags.all, { query: { kanban: 1 } });
  const onLane = (deed: (id: number, boardId: number) => Promise<unknown>) => async () => {
    const all = await allLanes();
    if (all.length) await chance.pick(all.map((lane) => () => deed(lane.id, lane.boardId!)))();
  };
  return {
    boardNew: () => admin().call(kanban.createBoard, { body: { name: office.ownName().slice(0, 60) } }),
    boardChange: async () => {
      const queueIds = office.queueIds.filter(() => chance.pick([true, false]));
      const { id } = await someBoard();
      await admin().call(kanban.updateBoard, {
        params: { id },
        body: { name: office.ownName().slice(0, 60), queueIds },
      });
    },
    boardGone: async () => {
      const all = await admin().call(kanban.boards);
      if (all.length > 2) await admin().call(kanban.removeBoard, { params: { id: chance.pick(all).id } });
    },
    laneNew: async () => {
      const { id: boardId } = await someBoard();
      const outcome = chance.pick([null, "won", "lost"] as const);
      await admin().call(tags.create, { body: { name: office.ownName().slice(0, 60), kanban: 1, boardId, outcome } });
    },
    laneChange: onLane(async (id, boardId) => {
      const others = (await allLanes()).filter((lane) => lane.boardId === boardId && lane.id !== id);
      const nextLaneId = others.length ? chance.pick(others).id : null;
      const body = {
        name: office.ownName().slice(0, 60),
        timeLane: nextLaneId ? 1 : 0,
        nextLaneId,
        rollbackLaneId: nextLaneId,
      };
      await admin().call(tags.update, { params: { id }, body });
    }),
    laneGone: onLane(async (id, boardId) => {
      const all = await allLanes();
      const into = all.find((lane) => lane.boardId === boardId && lane.id !== id);
      const query = into && chance.pick([true, false]) ? { laneId: into.id } : {};
      if (all.length > 3) await admin().call(tags.remove, { params: { id }, query });
    }),
    lanesOrdered: async () => {
      const { id } = await someBoard();
      const lanes = (await allLanes()).filter(({ boardId }) => boardId === id);
      if (lanes.length) {
        await admin().call(kanban.order, { body: { ids: chance.shuffle(lanes.map((lane) => lane.id)) } });
      }
    },
    cardMoved: onLane(async (tagId) => {
      const { id: ticketId } = await office.someTicket();
      await office.anyone().call(tags.joinTicket, { params: { ticketId, tagId }, body: { reason: "sem verba" } });
    }),
    cardOut: async () => {
      const { id: ticketId } = await office.someTicket();
      const { id: boardId } = await someBoard();
      await office.anyone().call(tags.leaveTicket, { params: { ticketId }, query: { boardId } });
    },
    cardValue: async () => {
      const { id: ticketId } = await office.someTicket();
      const valueCents = chance.pick([null, 100, 129_990]);
      await office.anyone().call(kanban.value, { params: { ticketId }, body: { valueCents } });
    },
    cardsByThemselves: () => sweepLanes(new Date(Date.now() + 120_000), admin().companyId),
  };
}
