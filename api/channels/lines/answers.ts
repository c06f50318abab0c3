// What a session answers when it is asked by `features/connections/actions/ask.ts`.
import { ChannelError } from "../../../channels/sdk/mod.ts";
import { platform } from "../../../db/tenant.ts";
import { errors } from "../../contract/errors.ts";
import { log } from "../../core/log.ts";
import { cleaned } from "../../core/outside/clean.ts";
import {
  type Answer,
  answered,
  PEOPLE_AT_ONCE,
  type Question,
  type Questions,
} from "../../features/connections/actions/ask.ts";
import type { OpenLine } from "../outbound/outbound.ts";

/** How each question is answered. */
const answers: {
  [Q in Question]: (line: OpenLine, asked: Questions[Q]["asked"]) => Promise<Questions[Q]["answer"]>;
} = {
  numbers: async ({ connection }, { numbers }) => {
    if (!connection.checkNumbers) throw new ChannelError("rejected", { reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
    return await connection.checkNumbers(numbers);
  },
  people: async ({ connection }, { of, from }) => {
    if (!connection.people) throw new ChannelError("rejected", { reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
    const all = await connection.people(of);
    return { people: all.slice(from, from + PEOPLE_AT_ONCE), all: all.length };
  },
  templates: async ({ connection }) => {
    if (!connection.templates) throw new ChannelError("rejected", { reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
    return await connection.templates();
  },
};

/** Answers what one connection is asked, each question once and all at the same time: somebody waits. */
export async function serveAsked(line: OpenLine): Promise<void> {
  const rows = await platform()<{ id: number; kind: Question; payload: never }[]>`
    update app.channel_requests set attempts = 1
    where company_id = ${line.companyId} and connection_id = ${line.connectionId} and attempts = 0 and answer_by > now()
    returning id, kind, payload`;
  await Promise.all(rows.map(async ({ id, kind, payload }) => {
    const answer = JSON.stringify(await answerOf(line, kind, payload));
    await platform()`update app.channel_requests set answer = ${answer}::text::jsonb where company_id = ${line.companyId} and id = ${id}`;
    answered(line.companyId, id);
  }));
}

async function answerOf(line: OpenLine, kind: Question, question: never): Promise<Answer> {
  try {
    return { value: cleaned(await answers[kind](line, question)) };
  } catch (error) {
    if (error instanceof ChannelError) {
      return { error: error.reason in errors ? error.reason : "ERR_PROVIDER_REFUSED" };
    }
    log.error("a channel threw something of its own", { channel: line.manifest.id, kind, error });
    return { error: "ERR_PROVIDER_REFUSED" };
  }
}
