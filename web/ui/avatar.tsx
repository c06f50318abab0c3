import { type ReactNode, useState } from "react";
import { UserRound } from "lucide-react";
import { cn } from "./cn.ts";
import { colourOf, onFill } from "./colour.ts";

interface Props {
  name: string;
  src?: string | null;
  colour?: string;
  size?: "small" | "normal" | "large";
  /** A small sign at the corner, such as the channel's icon. */
  badge?: ReactNode;
  className?: string;
}
const sizes = { small: "size-7 text-small", normal: "size-10 text-[14px]", large: "size-16 text-[22px]" };

/** Up to two initials: of the first and the last word, or of the digits' end for a bare number. A name of signs has its first one. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letter = (word = "") => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "";
  if (words.length === 0) return /\p{Extended_Pictographic}/u.exec(name)?.[0] ?? "";
  if (/^\+?\d/.test(words[0] ?? "")) return name.replace(/\D/g, "").slice(-2);
  return (letter(words[0]) + (words.length > 1 ? letter(words.at(-1)) : "")).toUpperCase();
}

/** A face, or coloured initials where there is none. Decoration, also for search and copy: the name stands beside it. */
export function Avatar({ name, src, colour, size = "normal", badge, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const fill = colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : colourOf(name);
  const shown = src && src !== broken;
  const short = initials(name);
  return (
    <span aria-hidden className={cn("relative inline-flex shrink-0", className)}>
      <span
        data-initials={short}
        style={shown ? undefined : { backgroundColor: fill, color: onFill(fill) }}
        className={cn(
          "grid place-items-center overflow-hidden rounded-full font-600 select-none",
          shown ? "bg-hover" : "before:content-[attr(data-initials)]",
          sizes[size],
        )}
      >
        {!shown && !short && <UserRound className="size-1/2" />}
        {shown && (
          <img
            src={src}
            alt=""
            loading="lazy"
            className="size-full object-cover"
            onError={() => setBroken(src)}
          />
        )}
      </span>
      {badge && (
        <span className="absolute -right-0.5 -bottom-0.5 grid place-items-center rounded-full ring-2 ring-surface">
          {badge}
        </span>
      )}
    </span>
  );
}
