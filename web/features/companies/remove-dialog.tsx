import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { companies, type Company } from "../../../api/features/companies/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { errorText } from "../../core/words/i18n/i18n.ts";
import { formatNumber } from "../../core/words/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

const kinds = ["tickets", "contacts", "messages", "files", "connections", "users"] as const;

/** Says what goes with a company, offers to switch it off instead, and asks for its name before it is deleted. */
export function RemoveDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation("companies");
  const [typed, setTyped] = useState("");
  const { id, name } = company;
  const { data, error } = useRead(companies.contents, { params: { id } }, { keep: false });
  const refresh = [companies.listWithPlan];
  const remove = useCall(companies.remove, {
    refresh,
    onSuccess: () => {
      toast.success(t("removing", { name }));
      onClose();
    },
  });
  const update = useCall(companies.update, {
    refresh,
    onSuccess: () => {
      toast.success(t("deactivated", { name }));
      onClose();
    },
  });
  const busy = remove.isPending || update.isPending;
  const sure = typed.trim() === name.trim();
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t("confirm.deleteTitle", { name })}
      description={t("removeText")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button data-autofocus disabled={busy} onClick={onClose}>{t("do.cancel")}</Button>
          {company.status && (
            <Button
              busy={update.isPending}
              disabled={busy}
              onClick={() => update.mutate({ params: { id }, body: { status: false } })}
            >
              {t("deactivate")}
            </Button>
          )}
          <Button
            tone="danger"
            busy={remove.isPending}
            disabled={!sure || busy}
            onClick={() => remove.mutate({ params: { id } })}
          >
            {t("removeDo")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {data
          ? (
            <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-card border border-line p-3 sm:grid-cols-3">
              {kinds.map((kind) => (
                <li key={kind} className="min-w-0">
                  <span className="block font-600 tabular-nums">{formatNumber(data[kind])}</span>
                  <span className="block truncate text-meta text-fg-muted">{t(`contents.${kind}`)}</span>
                </li>
              ))}
            </ul>
          )
          : error
          ? <p role="alert" className="text-danger">{errorText(error)}</p>
          : (
            <Late>
              <Skeleton className="h-24 w-full" />
            </Late>
          )}
        <Field label={t("removeName")} hint={name}>
          <Input value={typed} autoComplete="off" spellCheck={false} onChange={(e) => setTyped(e.target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
