import { useAtom } from "jotai";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { useApp } from "./app-name.ts";
import { declineInstall, hintAtom, stepsAtom, wayHere } from "./offer.ts";
import { AddPicture, ConfirmPicture, SharePicture } from "./pictures.tsx";
import { behindDots } from "./way.ts";

function Step({ number, picture, children }: { number: number; picture?: ReactNode; children: ReactNode }) {
  return (
    <li className={cn("grid items-center gap-3", picture ? "grid-cols-[minmax(0,11fr)_minmax(0,10fr)]" : "py-1")}>
      {picture}
      <p className="flex gap-2">
        <span aria-hidden className="font-600 text-primary-fg tabular-nums">{number}.</span>
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
    </li>
  );
}

/** Points at the place of the screen where Safari has its button. */
function Arrow({ pad }: { pad: boolean }) {
  const dots = behindDots(navigator.userAgent);
  const Icon = pad ? ArrowUp : ArrowDown;
  return (
    <span
      aria-hidden
      data-arrow={pad ? "top" : "bottom"}
      className={cn(
        "pointer-events-none z-10 grid size-10 place-items-center rounded-full bg-primary text-on-primary shadow-float",
        pad ? "fixed top-2 right-16" : dots ? "mr-2 ml-auto" : "mx-auto",
      )}
    >
      <Icon className="size-5" />
    </span>
  );
}

/** The presses of Safari on an iPhone or iPad, drawn. */
function AppleSteps({ pad }: { pad: boolean }) {
  const { t } = useTranslation("install");
  const { name, icon } = useApp();
  return (
    <>
      <ol className="space-y-3">
        <Step number={1} picture={<SharePicture pad={pad} />}>
          {t(pad ? "ios.sharePad" : behindDots(navigator.userAgent) ? "ios.shareDots" : "ios.share")}
        </Step>
        <Step number={2} picture={<AddPicture />}>{t("ios.add", { entry: t("ios.entry") })}</Step>
        <Step number={3} picture={<ConfirmPicture name={name} icon={icon} />}>
          {t("ios.last", { confirm: t("ios.confirm"), name })}
        </Step>
      </ol>
      {pad && <Arrow pad />}
    </>
  );
}

/** How to install the app in this browser: drawn where one has to find it, in words where a menu has it. */
export function InstallSteps() {
  const { t } = useTranslation("install");
  const { name } = useApp();
  const [, setSteps] = useAtom(stepsAtom);
  const [hint] = useAtom(hintAtom);
  const way = wayHere();
  const close = () => {
    setSteps(false);
    // A person who saw the steps after the hint has been asked.
    if (hint) declineInstall();
  };
  const apple = way === "iphone" || way === "ipad";
  const menu = way === "prompt" ? "android" : way;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t("steps.title", { name })}
      description={t(way === "none" || way === "insecure" ? `steps.${way}` : "steps.text")}
      closeLabel={t("do.close")}
      actions={
        <>
          {way === "iphone" && <Arrow pad={false} />}
          <Button onClick={close}>{t("steps.done")}</Button>
        </>
      }
    >
      {apple && <AppleSteps pad={way === "ipad"} />}
      {way === "ios-other" && (
        <ol className="space-y-1">
          <Step number={1}>
            {t("other.copy")} <CopyButton text={location.origin} className="ml-1 align-middle" />
          </Step>
          <Step number={2}>{t("other.safari")}</Step>
          <Step number={3}>{t("other.again", { menu: t("install.menu", { ns: "core" }) })}</Step>
        </ol>
      )}
      {(menu === "firefox-android" || menu === "android" || menu === "mac-safari" || menu === "chromium") && (
        <ol className="space-y-1">
          <Step number={1}>{t(`ways.${menu}.open`)}</Step>
          <Step number={2}>{t(`ways.${menu}.choose`)}</Step>
          <Step number={3}>{t(`ways.${menu}.last`)}</Step>
        </ol>
      )}
    </Dialog>
  );
}
