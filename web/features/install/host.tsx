import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";
import { loadTexts } from "../../core/words/i18n/i18n.ts";
import { hintAtom, stepsAtom } from "./offer.ts";

const Hint = lazy(async () => {
  const [module] = await Promise.all([import("./hint.tsx"), loadTexts("install")]);
  return { default: module.InstallHint };
});
const Steps = lazy(async () => {
  const [module] = await Promise.all([import("./steps.tsx"), loadTexts("install")]);
  return { default: module.InstallSteps };
});

/** Where the hint and the steps appear. `quiet` while a conversation has the whole screen: nobody is interrupted there. */
export function InstallHost({ quiet }: { quiet: boolean }) {
  const hint = useAtomValue(hintAtom);
  const steps = useAtomValue(stepsAtom);
  return (
    <Suspense fallback={null}>
      {hint && !quiet && !steps && <Hint />}
      {steps && <Steps />}
    </Suspense>
  );
}
