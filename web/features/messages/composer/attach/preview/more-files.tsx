import { Plus } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "../../../../../core/words/i18n/use-translation.ts";
import { Button } from "../../../../../ui/button.tsx";
import { addFiles } from "../add-files.ts";

/** Adds to the files that are looked at. */
export function MoreFiles({ ticketId, className }: { ticketId: number; className?: string }) {
  const { t } = useTranslation("messages");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(e) => {
          addFiles(ticketId, [...e.target.files ?? []]);
          e.target.value = "";
        }}
      />
      <Button className={className} onClick={() => input.current?.click()}>
        <Plus aria-hidden /> {t("attach.more")}
      </Button>
    </>
  );
}
