import { channelName, useChannel } from "../core/channels.ts";
import { cn } from "../ui/cn.ts";

interface Props {
  channel: string;
  /** Says the channel's name, where no text beside it does. */
  named?: boolean;
  className?: string;
}
/** A channel's sign, as its plugin draws it (`icon.svg`); a plain circle until it is known. */
export function ChannelBadge({ channel, named, className }: Props) {
  const info = useChannel(channel);
  const look = cn("inline-block size-4 shrink-0 rounded-full", className);
  if (!info?.icon) return <span aria-hidden className={cn(look, "bg-line")} />;
  // The plugin's SVG is shown as a picture, so no script in it can run.
  const picture = `data:image/svg+xml,${encodeURIComponent(info.icon)}`;
  return <img src={picture} alt={named ? channelName(info) : ""} draggable={false} className={look} />;
}

/** A channel's name in the reader's language; its id until it is known. */
export function ChannelName({ channel }: { channel: string }) {
  const info = useChannel(channel);
  return info ? channelName(info) : channel;
}
