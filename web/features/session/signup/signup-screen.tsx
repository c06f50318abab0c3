import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { plans } from "../../../../api/features/plans/contract.ts";
import { brandAtom, loadBrand } from "../../../core/brand.ts";
import { href } from "../../../core/page/href.ts";
import { useRead } from "../../../core/query.ts";
import { LanguageMenu } from "../../../patterns/language-menu.tsx";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { buttonStyle } from "../../../ui/button.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { AuthFrame } from "../auth-frame.tsx";
import { SignupForm } from "./signup-form.tsx";

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("state.loading")} className="min-h-60">
      <Late>
        <div className="grid gap-4 sm:grid-cols-2">
          {Array.from({ length: 6 }, (_, field) => <Skeleton key={field} className="h-control" />)}
        </div>
      </Late>
    </div>
  );
}

/** The form, or why there is none and where to go instead. */
function Body({ asked }: { asked: boolean }) {
  const { t } = useTranslation("session");
  const { allowSignup } = useAtomValue(brandAtom);
  const open = useRead(plans.listPublic, { query: { listPublic: "true" } }, { keep: false });
  const toLogin = <Link href={href("login")} className={buttonStyle()}>{t("signup.toLogin")}</Link>;
  if (allowSignup === "disabled") {
    return <Empty drawing="lock" title={t("signup.closed")} hint={t("signup.closedHint")} action={toLogin} />;
  }
  if (open.data?.length === 0) {
    return <Empty drawing="lock" title={t("signup.noPlans")} hint={t("signup.noPlansHint")} action={toLogin} />;
  }
  if (open.data && (asked || allowSignup !== undefined)) return <SignupForm open={open.data} />;
  if (open.error) return <Failed error={open.error} onRetry={() => void open.refetch()} />;
  return <Waiting />;
}

/** /signup */
export function SignupScreen() {
  const { t } = useTranslation("session");
  const [asked, setAsked] = useState(false);
  // What comes after the form is said where there is one.
  const closed = useAtomValue(brandAtom).allowSignup === "disabled";
  useEffect(() => void loadBrand(true).finally(() => setAsked(true)), []);
  return (
    <AuthFrame
      wide
      title={t("signup.title")}
      intro={closed ? undefined : t("signup.intro")}
      corner={<LanguageMenu />}
      below={
        <>
          {t("signup.hasAccount")}{" "}
          <Link href={href("login")} className="font-500 text-primary-fg underline-offset-2 hover:underline">
            {t("signup.login")}
          </Link>
        </>
      }
    >
      <Body asked={asked} />
    </AuthFrame>
  );
}
