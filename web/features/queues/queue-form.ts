// The queue form's values: what a queue begins with, and which tab a mistake is on.
import { type QueueForm, type QueueFull } from "../../../api/features/queues/contract.ts";
import type { Schedules } from "../../../api/contract/rules/schedule.ts";
import type { z } from "zod";
import { swatches } from "../../ui/colour-field.tsx";
import { type Option, toTree } from "./tree.ts";

export type Values = Omit<z.input<typeof QueueForm>, "chatbots" | "schedules"> & {
  chatbots: Option[];
  schedules: Schedules;
};
export type TabName = "data" | "menu" | "hours";

export function valuesOf(queue: QueueFull | undefined, taken: readonly string[]): Values {
  return {
    name: queue?.name ?? "",
    color: queue?.color ?? swatches.find((colour) => !taken.includes(colour)) ?? "#64748b",
    greetingMessage: queue?.greetingMessage ?? "",
    outOfHoursMessage: queue?.outOfHoursMessage ?? "",
    orderQueue: queue?.orderQueue ?? null,
    closeTicket: queue?.closeTicket ?? false,
    ativarRoteador: queue?.ativarRoteador ?? false,
    tempoRoteador: (queue?.tempoRoteador ?? 0) as Values["tempoRoteador"],
    schedules: queue?.schedules ?? [],
    chatbots: toTree(queue?.chatbots ?? []),
  };
}

/** The first tab with something wrong on it. */
export function tabOf(wrong: readonly string[]): TabName {
  if (wrong.some((name) => !/^(chatbots|schedules)/.test(name))) return "data";
  return wrong.some((name) => name.startsWith("chatbots")) ? "menu" : "hours";
}
