import { useAtomValue } from "jotai";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { Redirect, useLocation } from "wouter";
import { can } from "../../api/contract/permissions.ts";
import { viewerOf } from "../core/who/can.ts";
import { href } from "../core/page/href.ts";
import { meAtom } from "../core/who/me.ts";
import { hasFlag, type Screen } from "../core/page/screen.ts";
import { toast } from "../ui/toast.tsx";
import { NoAccess, NotFound } from "../patterns/pages.tsx";

const REDIRECT_AFTER_MS = 1000;

/** Tells why a screen is not for this person, and goes home after a second. */
function SentHome({ why }: { why: "noPlan" | "denied" }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  useEffect(() => {
    toast.error(t(`page.${why}`));
    const timer = setTimeout(() => navigate(href("home"), { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Lets a person see a screen, or sends them where they belong. */
export function Guard(
  { access, expired, beforeFactor, choosesPassword, plan, flag, sendsHome, children }:
    & Pick<Screen, "access" | "expired" | "beforeFactor" | "choosesPassword" | "plan" | "flag" | "sendsHome">
    & { children: ReactNode },
) {
  const me = useAtomValue(meAtom);
  if (access === "open") return children;
  if (access === "public") return me ? <Redirect to={href("home")} replace /> : children;
  if (!me) return <Redirect to={href("login")} replace />;
  if (me.passwordDue && !choosesPassword) return <Redirect to={href("password")} replace />;
  if (me.factorDue && !me.passwordDue && !beforeFactor) return <Redirect to={href("security")} replace />;
  if (me.company.expired && !expired) return <Redirect to={href("expired")} replace />;
  if (!hasFlag({ flag })) return <NotFound />;
  if (plan && !me.company.plan[plan]) return <SentHome why="noPlan" />;
  if (access !== "user" && !can(viewerOf(me), access)) return sendsHome ? <SentHome why="denied" /> : <NoAccess />;
  return children;
}
