import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { connections } from "../../../api/features/connections/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { session } from "../../../api/features/session/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { href } from "../../core/page/href.ts";
import { useCall, useRead } from "../../core/query.ts";
import { useCan } from "../../core/who/can.ts";
import { setMe, useMe } from "../../core/who/me.ts";
import { openInstall } from "../../features/install/offer.ts";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { type SetUpStep, setUpSteps, stepsDone } from "./set-up-steps.ts";

/** Which steps are done, for an admin who still wants to see them; null where there is nothing to show. */
export function useSetUp(): ReadonlySet<SetUpStep> | null {
  const me = useMe();
  const wanted = useCan("users:manage") && me.preferences.firstSteps !== "hidden";
  const options = { enabled: wanted };
  const lines = useRead(connections.list, {}, options);
  const channels = useRead(connections.channels, {}, options);
  const list = useRead(queues.list, {}, options);
  const people = useRead(users.colleagues, {}, options);
  const sessions = useRead(session.sessions, {}, { ...options, keep: false });
  if (!wanted || !lines.data || !channels.data || !list.data || !people.data || !sessions.data) return null;
  const done = stepsDone({
    lines: lines.data,
    builtIn: channels.data.find((channel) => channel.builtIn)?.id,
    queues: list.data,
    people: people.data,
    devices: sessions.data.map(({ device }) => device),
  });
  return done.size < setUpSteps.length ? done : null;
}

const action = (step: SetUpStep, words: string): ReactNode => {
  if (step === "phone") return <Button size="small" onClick={() => void openInstall()}>{words}</Button>;
  const to = { number: "connections", queue: "queues", colleague: "users", greeting: "queues" } as const;
  return <Link href={href(to[step])} className={buttonStyle({ size: "small" })}>{words}</Link>;
};

/** The first steps of a company: a list that ticks itself, and goes away once all is done or somebody sends it away. */
export function SetUp({ done }: { done: ReadonlySet<SetUpStep> }) {
  const { t } = useTranslation("dashboard");
  const me = useMe();
  const hide = useCall(users.preferences, { onSuccess: (preferences) => setMe({ ...me, preferences }) });
  return (
    <section aria-labelledby="set-up" className="rounded-card border border-line bg-surface">
      <header className="flex items-center gap-3 py-1 pr-1 pl-4">
        <h2 id="set-up" className="min-w-0 flex-1 text-lead font-600">
          {t("setUp.title")}{" "}
          <span className="text-meta font-400 text-fg-muted tabular-nums">
            {t("setUp.progress", { done: done.size, count: setUpSteps.length })}
          </span>
        </h2>
        <IconButton
          icon={X}
          label={t("setUp.hide")}
          onClick={() => hide.mutate({ body: { firstSteps: "hidden" } })}
        />
      </header>
      <ol className="divide-y divide-line border-t border-line">
        {setUpSteps.map((step, index) => (
          <li key={step} className="flex items-center gap-3 px-4 py-2.5">
            <span
              className={cn(
                "grid size-6 shrink-0 place-items-center rounded-full text-meta font-600 tabular-nums",
                done.has(step) ? "bg-success-soft text-success" : "bg-primary-soft text-primary-fg",
              )}
            >
              {done.has(step)
                ? <Check role="img" aria-label={t("setUp.done")} className="size-3.5" />
                : <span aria-hidden>{index + 1}</span>}
            </span>
            <div className="min-w-0 flex-1">
              <h3 className={cn("text-body", done.has(step) ? "text-fg-muted" : "font-500")}>
                {t(`setUp.step.${step}`)}
              </h3>
              {!done.has(step) && <p className="text-meta text-fg-muted">{t(`setUp.hint.${step}`)}</p>}
            </div>
            {!done.has(step) && action(step, t(`setUp.action.${step}`))}
          </li>
        ))}
      </ol>
    </section>
  );
}
