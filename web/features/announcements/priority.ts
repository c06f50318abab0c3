// How an announcement's priority looks: 1 red, 2 orange, 3 grey.
import type { Announcement, Priority } from "../../../api/features/announcements/contract.ts";

export const borders: Record<Priority, string> = {
  1: "border-l-danger-fill",
  2: "border-l-warning",
  3: "border-l-line-strong",
};
export const tones = { 1: "danger", 2: "warning", 3: "neutral" } as const;
export const priorityOf = ({ priority }: Pick<Announcement, "priority">) => priority as Priority;
