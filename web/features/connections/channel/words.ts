// A channel brings its own words, in four languages, with its manifest.
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import { codeText, language } from "../../../core/words/i18n/i18n.ts";

/** A channel's text by its dotted name, flat or nested; undefined when it has none. */
export function word(channel: ChannelInfo | undefined, name: string): string | undefined {
  const texts: Record<string, unknown> | undefined = channel?.locales[language()] ?? channel?.locales.pt;
  const flat = texts?.[name];
  if (typeof flat === "string") return flat;
  let value: unknown = texts;
  for (const part of name.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return typeof value === "string" ? value : undefined;
}

/** How people call the channel. */
export const channelName = (channel: ChannelInfo): string => word(channel, "name") ?? channel.name;

/** Why a connection is not up, in words: the channel's own, else those of the error catalogue. Undefined where there are none. */
export function reasonText(channel: ChannelInfo | undefined, reason: string | null): string | undefined {
  if (!reason) return undefined;
  const text = word(channel, `reason.${reason}`) ?? codeText(reason);
  // A word nobody has explained is no explanation.
  return text === reason ? undefined : text;
}
