import type { ReactNode } from "react";

interface Props {
  /** Before the words: a face, a dot, a channel. */
  sign?: ReactNode;
  name: ReactNode;
  /** Opens the record, where the person may. */
  onOpen?: () => void;
  /** One line of further facts. */
  children?: ReactNode;
}

/** A record on a phone, in two lines and 64 px with its margins: sign, name, and further facts. */
export function RecordRow({ sign, name, onOpen, children }: Props) {
  const inside = (
    <>
      {sign}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-500">{name}</span>
        {children && (
          <span className="flex min-w-0 items-center gap-1.5 overflow-hidden text-meta whitespace-nowrap text-fg-muted">
            {children}
          </span>
        )}
      </span>
    </>
  );
  const look = "flex min-h-13 w-full min-w-0 items-center gap-3 rounded-control text-left";
  if (!onOpen) return <span className={look}>{inside}</span>;
  return <button type="button" onClick={onOpen} className={look}>{inside}</button>;
}
