import { cn } from "../../../../ui/cn.ts";
import { type Piece, withFinds } from "../../../../core/words/plain.ts";

/** Words with what was looked for marked. */
export function Found({ text, needle }: { text: string; needle: string }) {
  const parts = withFinds(text, needle);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 1
      ? <mark key={index} className="rounded-[3px] bg-warning-soft font-600 text-warning">{part}</mark>
      : part
  );
}

/** A message's words in one line, formatted as in its bubble. */
export function LineText({ pieces, needle }: { pieces: readonly Piece[]; needle: string }) {
  return pieces.map(({ text, marks }, index) =>
    marks
      ? (
        <span
          key={index}
          className={cn(
            marks.includes("*") && "font-600",
            marks.includes("_") && "italic",
            marks.includes("~") && "line-through",
          )}
        >
          <Found text={text} needle={needle} />
        </span>
      )
      : <Found key={index} text={text} needle={needle} />
  );
}
