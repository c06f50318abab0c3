import { lazy, Suspense, useRef } from "react";
import { useCan } from "../../core/who/can.ts";
import { NoAccess } from "../../patterns/pages.tsx";
import { FirstSteps, useBeginning } from "./first-steps.tsx";
import { SetUp, useSetUp } from "./set-up.tsx";

const Dashboard = lazy(() => import("../../features/dashboard/dashboard.tsx").then((m) => ({ default: m.Dashboard })));

/** /: the first message of a company that has none behind it; then the dashboard, for those who may see it. Above it what is still to be set up. */
export function HomeScreen() {
  const { loading, failed, fresh, conversations } = useBeginning();
  const may = useCan("dashboard:view");
  const done = useSetUp();
  // Once shown, the steps stay: the first message must not take the page away from under the person who waited for it.
  const shown = useRef(false);
  if (loading) return null;
  if (!shown.current && (failed || !fresh || conversations > 0)) {
    return may
      ? (
        <Suspense fallback={null}>
          <Dashboard before={done && <SetUp done={done} />} />
        </Suspense>
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
