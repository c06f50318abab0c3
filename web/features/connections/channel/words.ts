import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import { channelWord } from "../../../core/channels.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";

/** Why a connection is not up, in words: the channel's own, else those of the error catalogue. Undefined where there are none. */
export function reasonText(channel: ChannelInfo | undefined, reason: string | null): string | undefined {
  if (!reason) return undefined;
  const text = channelWord(channel, `reason.${reason}`) ?? codeText(reason);
  // A word nobody has explained is no explanation.
  return text === reason ? undefined : text;
}
