import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../ui/cn.ts";
import { addFiles } from "./attach/add-files.ts";
import { useComposer } from "./state.ts";

interface Props {
  ticketId: number;
  contactName: string;
  /** False where nothing can be sent. */
  open: boolean;
  className?: string;
  children: ReactNode;
}

/** Files may be dropped anywhere on the conversation; the zone says what will happen to them. */
export function DropZone({ ticketId, contactName, open, className, children }: Props) {
  const { t } = useTranslation("messages");
  const { note } = useComposer(ticketId);
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const carries = (e: DragEvent) => open && e.dataTransfer.types.includes("Files");
  const move = (e: DragEvent, by: number) => {
    if (!carries(e)) return;
    e.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  const drop = (e: DragEvent) => {
    if (!carries(e)) return;
    e.preventDefault();
    depth.current = 0;
    setOver(false);
    const files = [...e.dataTransfer.files];
    if (files.length > 0) addFiles(ticketId, files);
  };
  return (
    <div
      className={cn("relative", className)}
      onDragEnter={(e) => move(e, 1)}
      onDragLeave={(e) => move(e, -1)}
      onDragOver={(e) => carries(e) && e.preventDefault()}
      onDrop={drop}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-card border-2 border-dashed border-primary bg-surface/85 animate-fade">
          <p className="flex flex-col items-center gap-3 px-6 text-center text-lead font-600">
            <Upload aria-hidden className="size-8 text-primary-fg" />
            {t(note ? "attach.dropNote" : "attach.drop", { name: contactName })}
          </p>
        </div>
      )}
    </div>
  );
}
