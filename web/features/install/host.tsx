import { useAtomValue } from "jotai";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { hintAtom, stepsAtom } from "./offer.ts";

const Hint = onDemand(() => import("./hint.tsx").then((module) => module.InstallHint));
const Steps = onDemand(() => import("./steps.tsx").then((module) => module.InstallSteps));

/** Where the hint and the steps appear. `quiet` while a conversation has the whole screen: nobody is interrupted there. */
export function InstallHost({ quiet }: { quiet: boolean }) {
  const hint = useAtomValue(hintAtom);
  const steps = useAtomValue(stepsAtom);
  return (
    <>
      {hint && !quiet && !steps && <Hint />}
      {steps && <Steps />}
    </>
  );
}
