// The channels' signs, drawn small: WhatsApp's receiver, Messenger's bolt, Instagram's lens, the site's bubble.
import { cn } from "./cn.ts";

const signs: Record<string, { fill: string; path: string }> = {
  whatsapp: {
    fill: "#128c4b",
    path:
      "M8.3 7.2c.3-.5.9-.4 1.1 0l.8 1.6c.1.3.1.5-.1.8l-.6.7a6 6 0 0 0 2.9 2.8l.7-.7c.2-.2.5-.3.8-.1l1.6.9c.4.2.4.7.2 1.1-.5 1-1.6 1.5-2.7 1.2a9 9 0 0 1-5.7-5.6c-.3-1 .3-2.1 1-2.7Z",
  },
  facebook: { fill: "#0a6cf0", path: "m5.5 14.2 4.6-4.9 2.5 2.5 4-2.5-4.6 5-2.5-2.6Z" },
  instagram: {
    fill: "#c32a6b",
    path:
      "M12 8.2A3.8 3.8 0 1 0 12 15.800a3.8 3.8 0 0 0 0-7.600Zm0 1.900a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.800Zm4.3-3.300a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z",
  },
  webchat: {
    fill: "#5b4bb7",
    path:
      "M6.5 8.500a1.5 1.5 0 0 1 1.5-1.500h8a1.5 1.5 0 0 1 1.5 1.500v5a1.5 1.5 0 0 1-1.5 1.500h-4l-3.5 2.500v-2.500a2 2 0 0 1-2-1.500Z",
  },
};

/** A channel's sign in a filled circle. Channels we do not know get the bubble. Give it a name where it stands alone. */
export function ChannelBadge({ channel, label, className }: { channel: string; label?: string; className?: string }) {
  const sign = signs[channel === "whatsappapi" ? "whatsapp" : channel] ?? signs.webchat;
  return (
    <svg
      viewBox="0 0 24 24"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cn("size-4 shrink-0 rounded-full", className)}
    >
      <circle cx="12" cy="12" r="12" fill={sign?.fill} />
      <path d={sign?.path} fill="#fff" />
    </svg>
  );
}
