import { Camera, Video } from "lucide-react";

/** A phone's own camera; elsewhere the picture opens a window of ours and there are no films. */
export const photoKind = { name: "photo", icon: Camera, accept: "image/*" } as const;
export const filmKind = { name: "film", icon: Video, accept: "video/*" } as const;

/** True where the system brings its own camera along: phones and tablets. */
export const hasOwnCamera = (): boolean => matchMedia("(pointer: coarse)").matches;
