import { useRef } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { useCan } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { NoAccess } from "../../patterns/pages.tsx";
import { FirstSteps, useBeginning } from "./first-steps.tsx";
import { SetUp, useSetUp } from "./set-up.tsx";

const Dashboard = onDemand(() => import("../../features/dashboard/dashboard.tsx").then((m) => m.Dashboard));
const Conversion = onDemand(() => import("../../features/kanban/conversion.tsx").then((m) => m.Conversion));

/** It comes when its tab is first opened; the dashboard around it stays. */
const panel = (days: { from: string; to: string }) => <Conversion {...days} />;

/** /: the first message of a company that has none behind it; then the dashboard, for those who may see it. Above it what is still to be set up. */
export function HomeScreen() {
  const { loading, failed, fresh, conversations } = useBeginning();
  const may = useCan("dashboard:view");
  const done = useSetUp();
  const { t } = useTranslation("kanban");
  const board = useMe().company.plan.useKanban;
  // Once shown, the steps stay: the first message must not take the page away from under the person who waited for it.
  const shown = useRef(false);
  if (loading) return null;
  if (!shown.current && (failed || !fresh || conversations > 0)) {
    return may
      ? (
        <Dashboard
          before={done && <SetUp done={done} />}
          more={board ? { label: t("title"), panel } : undefined}
        />
      )
      : <NoAccess />;
  }
  shown.current = true;
  return (
    <div className="h-full overflow-y-auto">
      <FirstSteps next={done && <SetUp done={done} />} />
    </div>
  );
}
