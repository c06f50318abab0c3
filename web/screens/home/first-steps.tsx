import { Check, ExternalLink, Inbox, MessageSquarePlus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { connections } from "../../../api/features/connections/contract.ts";
import { tickets } from "../../../api/features/tickets/contract.ts";
import { channelName } from "../../core/channels.ts";
import { useCan } from "../../core/who/can.ts";
import { href } from "../../core/page/href.ts";
import { useCall, useList, useRead } from "../../core/query.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";

/** What a company that has just begun has so far. */
export function useBeginning() {
  const list = useRead(connections.list);
  const conversations = useList(tickets.list, { query: { showAll: "true" } });
  const channels = useRead(connections.channels);
  const builtIn = channels.data?.find((channel) => channel.builtIn);
  const own = list.data?.filter((connection) => connection.channel === builtIn?.id);
  return {
    loading: list.isPending || channels.isPending || conversations.isLoading,
    failed: list.isError || channels.isError,
    /** The channel that every company begins with. */
    builtIn,
    /** True while there is no connection of another channel. */
    fresh: own !== undefined && own.length === list.data?.length,
    page: own?.flatMap(({ links }) => links).find((link) => link.kind === "page")?.url,
    conversations: conversations.count,
  };
}

interface StepProps {
  number: number;
  title: string;
  hint: string;
  done?: boolean;
  children?: ReactNode;
}
function Step({ number, title, hint, done, children }: StepProps) {
  return (
    <li className="flex gap-4 p-4 sm:p-5">
      <span
        aria-hidden
        className={cn(
          "grid size-7 shrink-0 place-items-center rounded-full text-meta font-600 tabular-nums",
          done ? "bg-success-soft text-success" : "bg-primary-soft text-primary-fg",
        )}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-body font-600">{title}</h2>
        <p className="text-body text-fg-muted">{hint}</p>
        {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
      </div>
    </li>
  );
}

/** From nothing to the first message in three steps: open the chat, write as a customer, answer it. Below them what comes `next`. */
export function FirstSteps({ next }: { next: ReactNode }) {
  const { t } = useTranslation("connections");
  const may = useCan("connections-page:addConnection");
  const { builtIn, page, conversations } = useBeginning();
  const create = useCall(connections.create, { refresh: [connections.list] });
  const arrived = conversations > 0;
  if (!page && !may) return <Empty heading="h1" drawing="plug" title={t("empty")} hint={t("first.askAdmin")} />;
  return (
    <div className="mx-auto w-full max-w-150 space-y-5 p-4 sm:p-8">
      <header>
        <h1 className="text-title font-600">{t("first.title")}</h1>
        <p className="text-body text-fg-muted">{t("first.intro")}</p>
      </header>
      <ol className="divide-y divide-line rounded-card border border-line bg-surface">
        {page
          ? (
            <Step number={1} title={t("first.open")} hint={t("first.openHint")} done={arrived}>
              <a
                href={page}
                target="_blank"
                rel="noreferrer"
                className={buttonStyle({ tone: arrived ? "plain" : "primary" })}
              >
                <ExternalLink aria-hidden /> {t("first.openAction")}
              </a>
              <CopyButton text={page} className="h-control! px-3!" />
            </Step>
          )
          : (
            <Step number={1} title={t("first.create")} hint={t("first.createHint")}>
              {builtIn && (
                <Button
                  tone="primary"
                  busy={create.isPending}
                  onClick={() =>
                    create.mutate({ body: { name: channelName(builtIn), channel: builtIn.id, isDefault: true } })}
                >
                  <MessageSquarePlus aria-hidden /> {t("first.createAction")}
                </Button>
              )}
            </Step>
          )}
        <Step number={2} title={t("first.write")} hint={t("first.writeHint")} done={arrived} />
        <Step number={3} title={t("first.answer")} hint={t("first.answerHint")}>
          {arrived && <p role="status" className="w-full font-500 text-success">{t("first.arrived")}</p>}
          <Link href={href("tickets")} className={buttonStyle({ tone: arrived ? "primary" : "plain" })}>
            <Inbox aria-hidden /> {t("first.answerAction")}
          </Link>
        </Step>
      </ol>
      {next}
      {may && !next && (
        <p className="text-body text-fg-muted">
          <Link href={href("connections")} className="font-500 text-primary-fg underline-offset-2 hover:underline">
            {t("first.others")}
          </Link>. {t("first.othersHint")}
        </p>
      )}
    </div>
  );
}
