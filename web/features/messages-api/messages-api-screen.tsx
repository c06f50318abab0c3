import { BookOpen, Webhook } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { href } from "../../core/page/href.ts";
import { useRead } from "../../core/query.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Sign } from "../../ui/sign.tsx";
import { Link } from "wouter";
import { Examples } from "./examples.tsx";
import { RecentMessages } from "./recent-messages.tsx";
import { RefusedCalls } from "./refused-calls.tsx";
import { TestForm } from "./test-form.tsx";
import { useLines } from "./use-lines.ts";

/** /messages-api */
export function MessagesApiScreen() {
  const { t } = useTranslation("messages-api");
  const { lines, error, again } = useLines();
  const [chosen, choose] = useState<number | null>(null);
  const line = lines?.find(({ id }) => id === chosen) ?? lines?.[0];
  return (
    <ListPage
      title={t("title")}
      intro={t("intro")}
      actions={
        <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonStyle({})} aria-label={t("docs")}>
          <BookOpen aria-hidden /> <span>{t("docs")}</span>
        </a>
      }
    >
      {error && !lines && <Failed error={error} onRetry={again} />}
      {!lines && !error && (
        <Late>
          <Skeleton className="h-64 w-full" />
        </Late>
      )}
      {lines?.length === 0 && (
        <Empty
          drawing={<Sign icon={Webhook} />}
          title={t("noLine")}
          hint={t("noLineHint")}
          action={
            <Link href={href("connections")} className={buttonStyle({ tone: "primary" })}>{t("toConnections")}</Link>
          }
        />
      )}
      {lines && line && (
        <>
          <Field label={t("line")} className="max-w-100">
            <Select value={line.id} onChange={(event) => choose(Number(event.target.value))}>
              {lines.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
            </Select>
          </Field>
          <Line key={line.id} id={line.id} />
        </>
      )}
    </ListPage>
  );
}

/** What one connection offers: its token is asked for when somebody wants to see it, and forgotten with the screen. */
function Line({ id }: { id: number }) {
  const { t } = useTranslation("messages-api");
  const [shown, setShown] = useState(false);
  const { data, error, refetch } = useRead(connections.show, { params: { id } }, { enabled: shown, keep: false });
  const token = data && "token" in data ? data.token : undefined;
  return (
    <div className="grid gap-6 xl:grid-cols-2 xl:items-start">
      <Examples
        token={token}
        reveal={
          <Button
            size="small"
            busy={shown && !token && !error}
            onClick={() => shown ? void refetch() : setShown(true)}
          >
            {t("showToken")}
          </Button>
        }
      />
      <div className="flex min-w-0 flex-col gap-6">
        <TestForm token={token} />
        <RecentMessages lineId={id} />
        <RefusedCalls lineId={id} />
      </div>
    </div>
  );
}
