import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import type { Colleague } from "../../../../../api/features/users/contract.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { cn } from "../../../../ui/cn.ts";

export type Person = z.infer<typeof Colleague>;
interface Props {
  id: string;
  people: readonly Person[];
  active: number;
  onPick: (person: Person) => void;
}

/** The colleagues that fit what is typed, above the box; the box keeps the focus. */
export function MentionList({ id, people, active, onPick }: Props) {
  const { t } = useTranslation("messages");
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t("mention.list")}
      className="absolute right-2 bottom-full left-2 z-20 mb-1 max-h-72 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float animate-fade sm:right-auto sm:w-80"
    >
      {people.map((person, index) => (
        <li
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Not the click: the box would lose the focus, and a phone its keyboard.
          onPointerDown={(e) => e.preventDefault()}
          onClick={() => onPick(person)}
          className={cn(
            "flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2 touch:min-h-11",
            index === active ? "bg-primary-soft" : "hover:bg-hover",
          )}
        >
          <Avatar name={person.name} colour={person.color} size="small" />
          <span dir="auto" className="min-w-0 flex-1 truncate">{person.name}</span>
        </li>
      ))}
    </ul>
  );
}
