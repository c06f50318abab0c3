// What prompts use, and where a company's day of it ends.
import type { Tx } from "../../../../db/tenant.ts";
import { today } from "../queries.ts";

/** Answers of a company's models in a day (docs/product/prompts.md#limits). */
const PER_DAY = 1_000;

export interface Use {
  tokensIn: number;
  tokensOut: number;
  voiceChars: number;
}
export async function noteUse(tx: Tx, promptId: number, { tokensIn, tokensOut, voiceChars }: Use): Promise<void> {
  await tx`
    insert into app.ai_uses as u (company_id, prompt_id, day, calls, tokens_in, tokens_out, voice_chars)
    values (${tx.companyId}, ${promptId}, ${today(tx)}, 1, ${tokensIn}, ${tokensOut}, ${voiceChars})
    on conflict (company_id, prompt_id, day) do update set calls = u.calls + 1, tokens_in = u.tokens_in + excluded.tokens_in,
      tokens_out = u.tokens_out + excluded.tokens_out, voice_chars = u.voice_chars + excluded.voice_chars`;
}
/** Whether the company has had its answers of today. */
export async function isDayOver(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ calls: number }[]>`
    select coalesce(sum(calls), 0)::int as calls from app.ai_uses where company_id = ${tx.companyId} and day = ${
    today(tx)
  }`;
  return row!.calls >= PER_DAY;
}
/** Its account has nothing left: it rests for an hour. */
export async function pausePrompt(tx: Tx, promptId: number): Promise<void> {
  await tx`
    update app.prompts set paused_until = now() + interval '1 hour' where company_id = ${tx.companyId} and id = ${promptId}`;
}
