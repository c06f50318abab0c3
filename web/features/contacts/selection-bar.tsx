import { Merge, Tag as TagIcon, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dot } from "../../ui/chip.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem } from "../../ui/menu-panel.tsx";
import { toast } from "../../ui/toast.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { useContactDeeds } from "./use-contact-deeds.ts";

interface Props {
  chosen: readonly Contact[];
  onClear: () => void;
}

/** What is done with the contacts that are chosen: a tag for all, joining two, deleting. */
export function SelectionBar({ chosen, onClear }: Props) {
  const { t } = useTranslation("contacts");
  const { data: choices = [] } = useRead(tags.all, { query: {} });
  const [merging, setMerging] = useState(false);
  const [busy, setBusy] = useState(false);
  const deeds = useContactDeeds();
  const tag = useCall(contacts.tagMany, {
    onSuccess: () => {
      toast.success(t("select.tagged", { count: chosen.length }));
      onClear();
    },
  });
  const [first, second] = chosen;
  const remove = async () => {
    setBusy(true);
    const gone = await deeds.removeAll(chosen.map(({ id }) => id));
    setBusy(false);
    if (gone > 0) onClear();
  };
  return (
    <section
      aria-label={t("select.title")}
      className="sticky top-2 z-20 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-float"
    >
      <p role="status" className="mr-auto px-2 text-body font-500 tabular-nums">
        {t("select.count", { count: chosen.length })}
      </p>
      <IconButton icon={X} label={t("select.end")} tip="none" className="sm:order-last" onClick={onClear} />
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <DropdownMenu
          trigger={
            <Button disabled={!chosen.length || !choices.length} busy={tag.isPending}>
              <TagIcon aria-hidden /> {t("select.tag")}
            </Button>
          }
        >
          {choices.map((choice) => (
            <MenuItem
              key={choice.id}
              onSelect={() => tag.mutate({ body: { contacts: chosen.map(({ id }) => id), tags: [choice.id] } })}
            >
              <Dot colour={choice.color} /> <span className="truncate">{choice.name}</span>
            </MenuItem>
          ))}
        </DropdownMenu>
        <Button
          disabled={chosen.length !== 2 || chosen.some(({ isGroup }) => isGroup)}
          onClick={() => setMerging(true)}
        >
          <Merge aria-hidden /> {t("merge.action")}
        </Button>
        <Button tone="dangerQuiet" disabled={!chosen.length} busy={busy} onClick={() => void remove()}>
          <Trash2 aria-hidden /> {t("do.delete")}
        </Button>
      </div>
      {merging && first && second && (
        <MergeDialog
          pair={[first, second]}
          onClose={() => setMerging(false)}
          onDone={() => {
            setMerging(false);
            onClear();
          }}
        />
      )}
    </section>
  );
}
