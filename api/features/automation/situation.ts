// All that the bot's decision looks at. Time and chance are part of it, so that the same situation is always answered the same.
import type { Schedules } from "../../contract/rules/schedule.ts";
import type { CompanyValues } from "../settings/actions.ts";
import type { SaidTexts } from "./actions/bot.ts";

/** The message that came in. */
export interface Heard {
  fromMe: boolean;
  /** It was held up: nothing is answered by itself. */
  late: boolean;
  /** A person blocked the contact. */
  blocked: boolean;
  call: boolean;
  audio: boolean;
  /** Null: it cannot be read yet, so it answers nothing. */
  text: string | null;
}

export interface TicketFacts {
  status: string;
  isGroup: boolean;
  queueId: number | null;
  userId: number | null;
  /** The bot leads the conversation. */
  isBot: boolean;
  useIntegration: boolean;
  /** Somebody has had it in this round. */
  taken: boolean;
  /** It has been closed before, and goes on. */
  resumed: boolean;
  roundAt: Date;
}

/** An option of a queue's tree. Only what the bot can carry out is here. */
export interface Option {
  id: number;
  parentId: number | null;
  name: string;
  greeting: string;
  type: "text" | "attendent" | "queue" | "file" | "integration";
  closeTicket: boolean;
  targetQueueId: number | null;
  targetUserId: number | null;
  targetFileListId: number | null;
  targetIntegrationId: number | null;
}

export interface QueueFacts {
  id: number;
  name: string;
  greeting: string;
  outOfHours: string;
  closeTicket: boolean;
  /** Sent to whoever comes into it. */
  fileListId: number | null;
  /** Answers whoever comes into it. */
  integrationId: number | null;
  schedules: Schedules;
  /** The connection offers it in its menu. */
  offered: boolean;
  /** Waiting tickets that nobody has. */
  waiting: number;
  /** Members who are there, oldest first. */
  onlineIds: number[];
  /** The whole tree, siblings in their order. */
  options: Option[];
}

export interface ConnectionFacts {
  /** Answers whoever writes first. */
  integrationId: number | null;
  /** It answers in groups too. */
  integrationInGroups: boolean;
  /** Answers so where there is no integration. */
  promptId: number | null;
  greeting: string;
  greetingMedia: { id: string; kind: string } | null;
  farewell: string;
  outOfHours: string;
  schedules: Schedules;
  botTries: number;
  botPauseMin: number;
  ratingText: string;
  ratingTries: number;
  /** Days of the company's calendar, YYYY-MM-DD. */
  vacationStart: string | null;
  vacationEnd: string | null;
  vacationText: string;
}

export interface Situation {
  now: Date;
  /** 0 to 1: who of several gets a ticket. */
  chance: number;
  timezone: string;
  /** The plan has integrations. */
  integrates: boolean;
  /** The plan has AI. */
  thinks: boolean;
  heard: Heard;
  ticket: TicketFacts;
  contact: { disableBot: boolean; acceptAudio: boolean; consentAt: Date | null };
  connection: ConnectionFacts;
  companySchedules: Schedules;
  settings: Pick<
    CompanyValues,
    | "botLanguage"
    | "scheduleType"
    | "enableLGPD"
    | "lgpdConsent"
    | "lgpdMessage"
    | "lgpdLink"
    | "sendGreetingMessageOneQueues"
    | "sendQueuePosition"
    | "sendQueuePositionMessage"
    | "userRandom"
    | "acceptAudioMessageContact"
  >;
  /** The farewell of who had the ticket; empty: the connection's. */
  ownFarewell: string;
  /** In the menu's order. */
  queues: QueueFacts[];
  bot: { optionId: number | null; said: SaidTexts };
}
