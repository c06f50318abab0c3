// Where in a conversation it is told that its connection was away. Pure.
import type { Gap } from "../../../../api/features/connections/contract.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";

export interface GapRow {
  kind: "gap";
  key: string;
  from: string;
  to: string;
  /** How many outages the line stands for: those with nothing said in between are told as one. */
  times: number;
  /** Messages of this conversation that came afterwards; 0 where nobody knows whether there were any. */
  recovered: number;
}

/** Messages that were written while it was away and came afterwards. */
function recoveredIn(gap: Gap, messages: readonly Message[]): number {
  return messages.filter(({ createdAt, receivedAt, key }) =>
    key === null && receivedAt && createdAt >= gap.from && createdAt <= gap.to
  ).length;
}

/**
 * What is worth a line, oldest first: a gap of which nobody knows, and one in which something of this conversation came late.
 * What lies before the oldest message shown here is told when older ones are fetched, or was before the conversation began.
 */
export function gapRows(gaps: readonly Gap[], messages: readonly Message[]): GapRow[] {
  const oldest = messages[0]?.createdAt;
  if (oldest === undefined) return [];
  return gaps.flatMap((gap) => {
    const { id, from, to, state } = gap;
    const recovered = state === "repaired" ? recoveredIn(gap, messages) : 0;
    if (to <= oldest || (state === "repaired" && recovered === 0)) return [];
    return [{ kind: "gap" as const, key: `gap-${id}`, from, to, times: 1, recovered }];
  });
}

/** Two unknown gaps with nothing said in between, as one line. */
export const joined = (first: GapRow, second: GapRow): GapRow => ({
  ...first,
  to: second.to,
  times: first.times + second.times,
});
