import { ArrowLeft, LayoutTemplate, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { buttonsOf, headerFile, holesOf, missingIn, readAs } from "../../../../../api/contract/rules/template.ts";
import { messages } from "../../../../../api/features/messages/contract.ts";
import { type MessageTemplate, templates } from "../../../../../api/features/templates/contract.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { useCall, useRead } from "../../../../core/query.ts";
import { pieces, plain } from "../../../../core/words/plain.ts";
import { foldText } from "../../../../core/words/search-text.ts";
import { MediaField } from "../../../../patterns/forms/media-field.tsx";
import { Empty, Failed } from "../../../../patterns/lists/empty.tsx";
import { SearchField } from "../../../../patterns/lists/search-field.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { cn } from "../../../../ui/cn.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { Late, Skeleton } from "../../../../ui/skeleton.tsx";
import { Sign } from "../../../../ui/sign.tsx";

const accepted = { image: "image/jpeg,image/png", video: "video/mp4,video/3gpp", document: "*/*" };

/** Picks an approved text, fills it in and sends it: what can be sent while the reply window is closed. */
export function TemplateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation("messages");
  const whatsappId = ticket.whatsappId ?? 0;
  const { data, error, refetch } = useRead(templates.list, { query: { whatsappId } }, { keep: false });
  const sync = useCall(templates.sync, { refresh: [templates.list] });
  const send = useCall(messages.send, { onSuccess: onClose });
  const [chosen, setChosen] = useState<MessageTemplate | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState(false);
  const missing = chosen ? missingIn(chosen.components, values) : [];
  const wanted = chosen && headerFile(chosen.components);
  const choose = (template: MessageTemplate | null) => {
    setChosen(template);
    setFile(null);
    setTried(false);
    const [first] = template ? holesOf(template.components).filter(({ part }) => part === "body") : [];
    const name = ticket.contact.name.trim().split(/\s+/)[0] ?? "";
    // Most texts begin with whom they greet; a number is no name.
    setValues(first && /\p{L}/u.test(name) ? { [first.key]: name } : {});
  };
  const submit = () => {
    setTried(true);
    if (!chosen || missing.length > 0 || (wanted && !file)) return;
    send.mutate({
      params: { ticketId: ticket.id },
      body: { template: { id: chosen.id, values } },
      ...(file && { files: [file] }),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={chosen ? chosen.name : t("template.title")}
      closeLabel={t("do.close")}
      actions={chosen
        ? (
          <>
            <Button className="sm:mr-auto" onClick={() => choose(null)}>
              <ArrowLeft aria-hidden /> {t("template.others")}
            </Button>
            <Button tone="primary" busy={send.isPending} onClick={submit}>{t("send")}</Button>
          </>
        )
        : (
          <>
            <Button className="sm:mr-auto" busy={sync.isPending} onClick={() => sync.mutate({ body: { whatsappId } })}>
              <RefreshCw aria-hidden /> {t("template.sync")}
            </Button>
            <Button onClick={onClose}>{t("do.cancel")}</Button>
          </>
        )}
    >
      {chosen
        ? (
          <div className="space-y-4">
            {wanted && (
              <div>
                <MediaField
                  preview={file && <span className="min-w-0 truncate">{file.name}</span>}
                  accept={accepted[wanted]}
                  label={t(`template.file.${wanted}`)}
                  onPick={setFile}
                />
                {tried && !file && <p role="alert" className="text-meta text-danger">{t("field.required")}</p>}
              </div>
            )}
            {holesOf(chosen.components).map((hole) => (
              <Field
                key={hole.key}
                label={t(`template.hole.${hole.part}`, { name: hole.name })}
                error={tried && missing.includes(hole.key) ? t("field.required") : undefined}
                required
              >
                <Input
                  dir="auto"
                  maxLength={1024}
                  value={values[hole.key] ?? ""}
                  onChange={(e) => setValues({ ...values, [hole.key]: e.target.value })}
                />
              </Field>
            ))}
            <Preview template={chosen} values={values} />
          </div>
        )
        : error && !data
        ? <Failed error={error} onRetry={() => void refetch()} />
        : !data
        ? (
          <Late>
            <Skeleton className="h-48 w-full" />
          </Late>
        )
        : <Choices all={data.templates} onChoose={choose} />}
    </Dialog>
  );
}

/** As the customer will see it. */
function Preview({ template, values }: { template: MessageTemplate; values: Record<string, string> }) {
  const { t } = useTranslation("messages");
  return (
    <section aria-label={t("template.preview")}>
      <p className="mb-1 text-meta font-500 text-fg-muted">{t("template.preview")}</p>
      <div className="max-w-md rounded-bubble bg-bubble-out px-3 py-2">
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {pieces(readAs(template.components, values), false).map(({ text, marks }, at) => (
            <span
              key={at}
              className={cn(
                marks.includes("*") && "font-600",
                marks.includes("_") && "italic",
                marks.includes("~") && "line-through",
              )}
            >
              {text}
            </span>
          ))}
        </p>
        {buttonsOf(template.components).map((text, at) => (
          <p key={at} dir="auto" className="mt-1 border-t border-line pt-1 text-center font-500 text-primary-fg">
            {text}
          </p>
        ))}
      </div>
    </section>
  );
}

function Choices(
  { all, onChoose }: { all: readonly MessageTemplate[]; onChoose: (template: MessageTemplate) => void },
) {
  const { t } = useTranslation("messages");
  const [search, setSearch] = useState("");
  if (all.length === 0) {
    return <Empty drawing={<Sign icon={LayoutTemplate} />} title={t("template.none")} hint={t("template.noneHint")} />;
  }
  const wanted = foldText(search.trim());
  const found = all.filter((one) => foldText(`${one.name} ${readAs(one.components, {})}`).includes(wanted))
    .sort((a, b) => Number(b.sendable) - Number(a.sendable));
  return (
    <div className="space-y-2">
      <SearchField value={search} onChange={setSearch} label={t("template.search")} />
      <ul className="max-h-[50dvh] overflow-y-auto">
        {found.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              disabled={!one.sendable}
              onClick={() => onChoose(one)}
              className="flex min-h-14 w-full flex-col gap-0.5 rounded-control px-2 py-2 text-left hover:bg-hover disabled:opacity-60"
            >
              <span className="flex min-w-0 items-center gap-2">
                <span className="truncate font-500">{one.name}</span>
                <span className="shrink-0 text-meta text-fg-subtle">{one.language}</span>
                <Badge>{t(`template.category.${one.category}`, { defaultValue: one.category })}</Badge>
                {!one.sendable && (
                  <Badge tone="warning">
                    {t(`template.status.${one.status}`, { defaultValue: one.status })}
                  </Badge>
                )}
              </span>
              <span dir="auto" className="line-clamp-2 text-meta text-fg-muted">
                {plain(readAs(one.components, {}), false)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-fg-muted">{t("list.noMatch", { search })}</p>}
    </div>
  );
}
