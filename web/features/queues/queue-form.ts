// The queue form's values: what a queue begins with, what is sent of it, and what it needs that its schema does not know.
import type { z } from "zod";
import type { Connection } from "../../../api/features/connections/contract.ts";
import type { QueueForm } from "../../../api/contract/rules/queue-form.ts";
import type { QueueFull } from "../../../api/features/queues/contract.ts";
import type { Schedules } from "../../../api/contract/rules/schedule.ts";
import { swatches } from "../../ui/colour-field.tsx";
import { type Option, toTree } from "./tree.ts";

export type Values = Omit<z.input<typeof QueueForm>, "chatbots" | "schedules" | "userIds" | "whatsapps"> & {
  chatbots: Option[];
  schedules: Schedules;
  userIds: number[];
  whatsapps: { id: number; greetingMessage?: string }[];
};
type Body = z.output<typeof QueueForm>;

/** What the form of a new queue chooses by itself: who makes it, and the connection where there is one. */
export interface Beginning {
  me: number;
  lines: readonly Connection[];
  taken: readonly string[];
}

export function valuesOf(queue: QueueFull | undefined, { me, lines, taken }: Beginning): Values {
  return {
    name: queue?.name ?? "",
    color: queue?.color ?? swatches.find((colour) => !taken.includes(colour)) ?? "#64748b",
    greetingMessage: queue?.greetingMessage ?? "",
    outOfHoursMessage: queue?.outOfHoursMessage ?? "",
    orderQueue: queue?.orderQueue ?? null,
    closeTicket: queue?.closeTicket ?? false,
    fileListId: queue?.fileListId ?? null,
    integrationId: queue?.integrationId ?? null,
    ativarRoteador: queue?.ativarRoteador ?? false,
    tempoRoteador: (queue?.tempoRoteador ?? 0) as Values["tempoRoteador"],
    schedules: queue?.schedules ?? [],
    chatbots: toTree(queue?.chatbots ?? []),
    userIds: queue?.userIds ?? [me],
    whatsapps: (queue?.whatsappIds ?? (lines.length === 1 ? lines.map(({ id }) => id) : [])).map((id) => ({ id })),
  };
}

/** What is sent: of a known queue neither people nor connections that were not touched, which others may have changed meanwhile. */
export function bodyOf(body: Body, known: boolean, dirty: { userIds?: unknown; whatsapps?: unknown }): Body {
  const { userIds, whatsapps, ...rest } = body;
  return {
    ...rest,
    ...(!known || dirty.userIds ? { userIds } : {}),
    ...(!known || dirty.whatsapps ? { whatsapps } : {}),
  };
}

/** The chosen connections that would ask which queue is meant, and have no words for it yet. */
export function silentLines(
  lines: readonly Connection[],
  chosen: readonly { id: number }[],
  queueId: number | undefined,
): Connection[] {
  return lines.filter((line) =>
    chosen.some(({ id }) => id === line.id) && line.greetingMessage.trim() === "" &&
    !line.queues.some(({ id }) => id === queueId) && line.queues.length > 0
  );
}

/** Whether the queue must greet: below its greeting stands its menu, and among several queues each says who it is. */
export function needsGreeting(queue: QueueFull | undefined, queues: number, options: number): boolean {
  return options > 0 || (queue ? queue.greetingMessage.trim() !== "" && queues > 1 : queues > 0);
}
