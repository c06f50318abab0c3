// The app's knowledge of channels: their plugins' facts, in the plugins' words. No name of a channel stands in the app.
import { useTranslation } from "./words/i18n/use-translation.ts";
import { type ChannelInfo, connections } from "../../api/features/connections/contract.ts";
import { useRead } from "./query.ts";
import { language } from "./words/i18n/i18n.ts";

/** A channel's text by its dotted name, flat or nested; undefined when it has none. */
export function channelWord(channel: ChannelInfo | undefined, name: string): string | undefined {
  const texts: Record<string, unknown> | undefined = channel?.locales[language()] ?? channel?.locales.pt;
  const flat = texts?.[name];
  if (typeof flat === "string") return flat;
  let value: unknown = texts;
  for (const part of name.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return typeof value === "string" ? value : undefined;
}

/** The channel's name for people. */
export const channelName = (channel: ChannelInfo): string => channelWord(channel, "name") ?? channel.name;

/** A channel by its id; undefined until it is known. The component draws again when the language changes the channel's words. */
export function useChannel(id: string): ChannelInfo | undefined {
  useTranslation();
  return useRead(connections.channels).data?.find((channel) => channel.id === id);
}
