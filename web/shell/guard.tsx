import { useAtomValue } from "jotai";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Redirect, useLocation } from "wouter";
import { can } from "../../api/contract/permissions.ts";
import { viewerOf } from "../core/who/can.ts";
import { href } from "../core/page/href.ts";
import { meAtom } from "../core/who/me.ts";
import type { Screen } from "../core/page/screen.ts";
import { toast } from "../ui/toast.tsx";
import { NoAccess } from "./pages.tsx";

const REDIRECT_AFTER_MS = 1000;

function NotInPlan() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  useEffect(() => {
    toast.error(t("page.noPlan"));
    const timer = setTimeout(() => navigate(href("home"), { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Lets a person see a screen, or sends them where they belong. */
export function Guard(
  { access, expired, beforeFactor, plan, children }:
    & Pick<Screen, "access" | "expired" | "beforeFactor" | "plan">
    & { children: ReactNode },
) {
  const me = useAtomValue(meAtom);
  if (access === "open") return children;
  if (access === "public") return me ? <Redirect to={href("home")} replace /> : children;
  if (!me) return <Redirect to={href("login")} replace />;
  if (me.factorDue && !beforeFactor) return <Redirect to={href("security")} replace />;
  if (me.company.expired && !expired) return <Redirect to={href("expired")} replace />;
  if (plan && !me.company.plan[plan]) return <NotInPlan />;
  if (access !== "user" && !can(viewerOf(me), access)) return <NoAccess />;
  return children;
}
