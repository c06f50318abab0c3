// Queues and the trees below them (docs/product/automation.md#tree): coming in, answering, and being handed to people.
import { isOpen } from "./hours.ts";
import { childrenOf, choose, optionList, paragraphs } from "./menus.ts";
import type { Plan } from "./plan.ts";
import type { Option, QueueFacts } from "./situation.ts";

export function isQueueClosed({ s: { settings, now, timezone } }: Plan, queue: QueueFacts): boolean {
  return settings.scheduleType === "queue" && !isOpen(queue.schedules, now, timezone);
}

/**
 * The ticket comes into a queue: chosen by the customer, or because there is just one. Closed, its tree waits until it is open
 * again; without a tree it is people's.
 */
export function enter(plan: Plan, queue: QueueFacts, how: { chosen: boolean; greeting?: string }): void {
  const { s } = plan;
  const { chosen, greeting = "" } = how;
  const media = greeting ? s.connection.greetingMedia : null;
  if (s.ticket.queueId !== queue.id) {
    plan.add({ do: "queue", queueId: queue.id }, { do: "log", type: "queue", queueId: queue.id });
  }
  const options = childrenOf(queue, null);
  if (isQueueClosed(plan, queue)) {
    plan.say("greeting", greeting, media);
    plan.sayWithin("outOfHours", queue.outOfHours);
    plan.add({ do: "option", optionId: null });
    plan.lead(options.length > 0);
  } else if (plan.s.integrates && queue.integrationId !== null) {
    plan.say("greeting", paragraphs(greeting, chosen ? queue.greeting : ""), media);
    plan.files(queue.fileListId);
    plan.add({ do: "option", optionId: null });
    plan.hand(queue.integrationId);
  } else if (queue.closeTicket) {
    plan.say("greeting", paragraphs(greeting, queue.greeting), media);
    plan.files(queue.fileListId);
    if (queue.fileListId !== null) plan.farewell();
    plan.close("closed");
  } else if (options.length) {
    plan.lead(true);
    // Before the menu, which is the last thing the customer reads.
    plan.files(queue.fileListId);
    plan.add({ do: "option", optionId: null });
    plan.say("option", paragraphs(greeting, queue.greeting, optionList(options, plan.words)), media);
  } else {
    plan.say("greeting", chosen ? queue.greeting : greeting, media);
    plan.files(queue.fileListId);
    handOver(plan, queue, chosen);
  }
}

/** An answer in the queue's tree. A queue that the bot has not presented yet is presented now. */
export function answerTree(plan: Plan): void {
  const { queue, s: { bot: { optionId }, heard: { text } } } = plan;
  const options = queue ? childrenOf(queue, optionId) : [];
  if (!queue || !options.length) return plan.lead(false);
  if (!plan.times("option")) return enter(plan, queue, { chosen: false });
  const chosen = text === null ? null : choose(text, options.map(({ name }) => name));
  if (chosen === null) return judgeWrong(plan, optionList(options, plan.words));
  plan.add({ do: "forget", kinds: ["invalid"] });
  followOption(plan, queue, options[chosen]!);
}

function followOption(plan: Plan, queue: QueueFacts, option: Option): void {
  const options = childrenOf(queue, option.id);
  const target = option.type === "queue" ? plan.queueOf(option.targetQueueId) : undefined;
  if (option.closeTicket) {
    plan.say("option", option.greeting);
    plan.files(option.targetFileListId);
    if (option.targetFileListId !== null) plan.farewell();
    plan.close("closed");
  } else if (target) {
    plan.say("option", option.greeting);
    enter(plan, target, { chosen: true });
  } else if (option.type === "integration" && option.targetIntegrationId !== null && plan.s.integrates) {
    plan.say("option", option.greeting);
    plan.add({ do: "option", optionId: null });
    plan.hand(option.targetIntegrationId);
  } else if (option.type === "attendent" && option.targetUserId !== null) {
    plan.say("option", option.greeting);
    plan.add({ do: "user", userId: option.targetUserId }, { do: "option", optionId: null });
    plan.lead(false);
  } else if (option.type === "text" && options.length) {
    plan.add({ do: "option", optionId: option.id });
    plan.say("option", paragraphs(option.greeting, optionList(options, plan.words)));
  } else {
    plan.say("option", option.greeting);
    plan.files(option.targetFileListId);
    handOver(plan, queue, true);
  }
}

/** From here on people: those of the queue, or one of them who is there. */
function handOver(plan: Plan, queue: QueueFacts, chosen: boolean): void {
  const { ticket, settings, chance } = plan.s;
  plan.add({ do: "option", optionId: null });
  plan.lead(false);
  if (!chosen) return;
  const { onlineIds } = queue;
  const userId = onlineIds[Math.min(onlineIds.length - 1, Math.floor(chance * onlineIds.length))];
  if (settings.userRandom === "enabled" && userId !== undefined) plan.add({ do: "user", userId });
  if (settings.sendQueuePosition !== "enabled" || !settings.sendQueuePositionMessage.trim()) return;
  const others = queue.waiting - (ticket.queueId === queue.id ? 1 : 0);
  plan.say("position", `${settings.sendQueuePositionMessage.trim()} *${Math.max(1, others + 1)}*`);
}

/**
 * A wrong answer: what there is to choose from, again, while there are tries left; then the ticket waits for people. What was
 * typed before the question arrived is no answer, and within the connection's pause nothing is said.
 */
export function judgeWrong(plan: Plan, list: string): void {
  if (plan.s.heard.text === null || plan.isQuick(["greeting", "menu", "option", "invalid"])) return;
  if (plan.isUsedUp(1 + plan.times("invalid"), plan.s.connection.botTries)) plan.lead(false);
  else if (!plan.isPausing()) plan.say("invalid", paragraphs(plan.words.invalid, list));
}
