import type { ComponentProps } from "react";
import { useMedia } from "../core/device/media.ts";
import { Avatar } from "../ui/avatar.tsx";

/** An avatar whose picture is a stored file (`profileImage`, `urlPicture`). */
export function Face({ src, ...props }: ComponentProps<typeof Avatar>) {
  return <Avatar {...props} src={useMedia(src)} />;
}
