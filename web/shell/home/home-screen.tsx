import { useRef } from "react";
import { Redirect } from "wouter";
import { href } from "../../core/href.ts";
import { FirstSteps, useBeginning } from "./first-steps.tsx";

/** /: the first steps of a company that has none behind it; everybody else goes to their tickets. */
export function HomeScreen() {
  const { loading, failed, fresh, conversations } = useBeginning();
  // Once shown, the steps stay: the first message must not take the page away from under the person who waited for it.
  const shown = useRef(false);
  if (loading) return null;
  if (!shown.current && (failed || !fresh || conversations > 0)) return <Redirect to={href("tickets")} replace />;
  shown.current = true;
  return (
    <div className="h-full overflow-y-auto">
      <FirstSteps />
    </div>
  );
}
