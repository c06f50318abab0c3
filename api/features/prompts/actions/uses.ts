// What prompts use, and where a company's day of it ends.
import type { Tx } from "../../../../db/tenant.ts";
import { admins, emit } from "../../../core/live/emit.ts";
import { companyValues } from "../../settings/actions.ts";
import { promptChanged } from "../contract.ts";
import { byId, today } from "../queries.ts";

export interface Use {
  tokensIn: number;
  tokensOut: number;
  voiceChars: number;
}
/** Counts an answer, or a voice note that was listened to. */
export async function noteUse(tx: Tx, promptId: number, use: Use | { audioBytes: number }): Promise<void> {
  const { tokensIn = 0, tokensOut = 0, voiceChars = 0, audioBytes = 0 }: Partial<Use & { audioBytes: number }> = use;
  const calls = "audioBytes" in use ? 0 : 1;
  await tx`
    insert into app.ai_uses as u (company_id, prompt_id, day, calls, tokens_in, tokens_out, voice_chars, audio_bytes)
    values (${tx.companyId}, ${promptId}, ${
    today(tx)
  }, ${calls}, ${tokensIn}, ${tokensOut}, ${voiceChars}, ${audioBytes})
    on conflict (company_id, prompt_id, day) do update set calls = u.calls + excluded.calls, tokens_in = u.tokens_in + excluded.tokens_in,
      tokens_out = u.tokens_out + excluded.tokens_out, voice_chars = u.voice_chars + excluded.voice_chars,
      audio_bytes = u.audio_bytes + excluded.audio_bytes`;
}
/** Whether the company has had its answers of today. */
export async function isDayOver(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ calls: number }[]>`
    select coalesce(sum(calls), 0)::int as calls from app.ai_uses where company_id = ${tx.companyId} and day = ${
    today(tx)
  }`;
  return row!.calls >= Number((await companyValues(tx)).aiDailyLimit);
}
/** Its account has nothing left: it rests for an hour, and admins see it. */
export async function restPrompt(tx: Tx, promptId: number): Promise<void> {
  await tx`
    update app.prompts set paused_until = now() + interval '1 hour' where company_id = ${tx.companyId} and id = ${promptId}`;
  const prompt = await byId(tx, promptId);
  if (prompt) emit(tx, promptChanged, admins, { action: "update", prompt });
}
