// One turn as it is thought out: what is to be done, and the questions all rules ask of the situation.
import type { AutomaticKind } from "../../contract/words/automatic.ts";
import type { Told } from "./actions/bot.ts";
import type { QueueFacts, Situation } from "./situation.ts";
import { type Words, wordsOf } from "../../contract/words/bot-words.ts";

/** Something to be done. Nothing to be done is an empty list. */
export type Effect =
  | { do: "say"; kind: AutomaticKind; text: string; media?: { id: string; kind: string } }
  /** The message of a file list and its files, at this place among the texts. */
  | { do: "files"; listId: number }
  /** An integration answers from now on; null: who leads already. */
  | { do: "hand"; integrationId: number | null; promptId?: number }
  /** Who led may not any more. */
  | { do: "letGo"; why: "plan" | "quiet" }
  | { do: "queue"; queueId: number | null }
  | { do: "user"; userId: number }
  | { do: "status"; status: "pending" | "lgpd" }
  | { do: "lead"; leads: boolean }
  | { do: "option"; optionId: number | null }
  /** These texts count from the beginning again: the customer has answered. */
  | { do: "forget"; kinds: AutomaticKind[] }
  | { do: "log"; type: string; queueId?: number | null }
  | { do: "consent" }
  | { do: "rate"; rating: number }
  | { do: "close"; log: "closed" | "clientClosed" };

/** A text that comes so soon after the bot's question was on its way before it, ms. */
const QUICK_MS = 3_000;
/** A customer who is answered so often without a right answer is another bot. */
const ENDLESS = 30;
/** What the bot says while it leads. */
const led: readonly AutomaticKind[] = ["greeting", "menu", "option", "files", "integration"];

export class Plan {
  readonly effects: Effect[] = [];
  readonly words: Words;

  /** `s` is the situation as the rules before have left it. */
  constructor(public s: Situation) {
    this.words = wordsOf(s.settings.botLanguage);
  }

  /** Of one kind there is one text in a turn: what is added goes below it. */
  say(kind: AutomaticKind, text: string, media?: { id: string; kind: string } | null): void {
    if (!text.trim() && !media) return;
    const said = this.effects.find((effect) => effect.do === "say" && effect.kind === kind);
    if (said?.do === "say") said.text = `${said.text}\n\n${text.trim()}`;
    else this.effects.push({ do: "say", kind, text: text.trim(), ...(media ? { media } : {}) });
  }
  /** The same, as often as the connection's tries allow, and not for each of several quick texts. */
  sayWithin(kind: AutomaticKind, text: string): void {
    if (!this.isUsedUp(this.times(kind), this.s.connection.botTries) && !this.isQuick([kind])) this.say(kind, text);
  }
  add(...effects: Effect[]): void {
    this.effects.push(...effects);
  }
  /** The bot begins to lead, or lets go. */
  lead(leads: boolean): void {
    if (leads && !this.s.ticket.isBot) this.add({ do: "lead", leads }, { do: "log", type: "chatBot" });
    if (!leads && this.s.ticket.isBot) this.add({ do: "lead", leads });
  }
  close(log: "closed" | "clientClosed"): void {
    this.add({ do: "close", log });
  }
  /** An integration answers from now on, where there is one that may. */
  hand(integrationId: number | null): boolean {
    if (integrationId === null || !this.s.integrates) return false;
    this.lead(true);
    this.add({ do: "hand", integrationId });
    return true;
  }
  /** The same for a prompt. */
  handToPrompt(promptId: number | null): boolean {
    if (promptId === null || !this.s.thinks) return false;
    this.lead(true);
    this.add({ do: "hand", integrationId: null, promptId });
    return true;
  }
  /** Sends a list, where there is one. */
  files(listId: number | null): void {
    if (listId !== null) this.add({ do: "files", listId });
  }
  farewell(): void {
    this.say("farewell", this.s.ownFarewell.trim() || this.s.connection.farewell);
  }

  told(kind: AutomaticKind): Told | undefined {
    return this.s.bot.said[kind];
  }
  times(...kinds: readonly AutomaticKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.told(kind)?.times ?? 0), 0);
  }
  /** Tries of 0: as often as a person may take. */
  isUsedUp(times: number, tries: number): boolean {
    return times >= (tries || ENDLESS);
  }
  isQuick(kinds: readonly AutomaticKind[]): boolean {
    return this.#sinceMs(kinds) < QUICK_MS;
  }
  /** The connection's pause after the bot's last text. */
  isPausing(): boolean {
    return this.#sinceMs([...led, "invalid"]) < this.s.connection.botPauseMin * 60_000;
  }
  #sinceMs(kinds: readonly AutomaticKind[]): number {
    return this.s.now.getTime() - Math.max(...kinds.map((kind) => Date.parse(this.told(kind)?.at ?? "") || 0));
  }

  get offered(): QueueFacts[] {
    return this.s.queues.filter((queue) => queue.offered);
  }
  get queue(): QueueFacts | undefined {
    return this.queueOf(this.s.ticket.queueId);
  }
  queueOf(id: number | null): QueueFacts | undefined {
    return this.s.queues.find((queue) => queue.id === id);
  }
  /** The bot has led in this round, and nobody has taken over. */
  get hasLed(): boolean {
    const { isBot, taken, userId } = this.s.ticket;
    return !taken && userId === null && (isBot || this.times(...led) > 0);
  }
  /** The customer has to agree before anything else, and has not. */
  get needsConsent(): boolean {
    const { settings, contact, ticket } = this.s;
    if (settings.enableLGPD !== "enabled") return false;
    if (contact.consentAt === null) return true;
    return settings.lgpdConsent === "enabled" && contact.consentAt < ticket.roundAt;
  }
  /** Nobody has answered this round yet, neither a person nor the bot, and no queue was chosen. */
  get isFresh(): boolean {
    const { ticket: { isBot, taken, userId, queueId, resumed } } = this.s;
    if (isBot || taken || userId !== null || this.times(...led) > 0) return false;
    if (this.needsConsent && this.times("consent") > 0) return false;
    return queueId === null || !resumed && this.offered.length === 1 && this.offered[0]!.id === queueId;
  }
}
