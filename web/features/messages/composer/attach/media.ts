import { Image } from "lucide-react";

/** Pictures, films and sounds from the device. */
export const mediaKind = { name: "media", icon: Image, accept: "image/*,video/*,audio/*" } as const;
