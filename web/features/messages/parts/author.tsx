import { Lock } from "lucide-react";
import { type CSSProperties, useMemo } from "react";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { colourOf, readable } from "../../../ui/colour.ts";
import { cn } from "../../../ui/cn.ts";

// The bubble's fills in both themes (styles.css): words in a person's colour are moved until they read on them.
const LIGHT = "#ffffff";
const DARK = "#222932";

/** How somebody of a group is called: by name, else by number; empty where both are hidden. */
export function participantName(message: Pick<Message, "participant">): string {
  const { name, number } = message.participant ?? { name: "", number: "" };
  return name && name !== number ? name : phoneNumber(number);
}

interface Props {
  side: "in" | "out" | "note";
  name: string;
  /** Where several write: the name has their own colour, always the same. */
  coloured?: boolean;
}

/** Who wrote it, above a bubble's words. */
export function Author({ side, name, coloured }: Props) {
  const style = useMemo(() => {
    if (!coloured) return undefined;
    const colour = colourOf(name);
    return { "--author": readable(colour, LIGHT), "--author-dark": readable(colour, DARK) } as CSSProperties;
  }, [name, coloured]);
  return (
    <span
      style={style}
      className={cn(
        "flex items-center gap-1.5 text-meta font-600 wrap-anywhere",
        side === "note" ? "text-note" : coloured ? "text-(--author) dark:text-(--author-dark)" : "text-fg-muted",
      )}
    >
      {side === "note" && <Lock aria-hidden className="size-3.5" />} <bdi>{name}</bdi>
    </span>
  );
}
