import { QueryClientProvider } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { onDemand } from "../core/app-files/on-demand.ts";
import { href } from "../core/page/href.ts";
import { meAtom } from "../core/who/me.ts";
import { queryClient } from "../core/answers/query-client.ts";
import { Confirmer } from "../patterns/confirm.tsx";
import { Toaster } from "../ui/toast.tsx";
import { Tooltips } from "../ui/tooltip.tsx";
import { ErrorBoundary, Extra } from "../patterns/error-boundary.tsx";
import { Frame } from "./frame/frame.tsx";
import { Guard } from "./guard.tsx";
import { NotFound } from "../patterns/pages.tsx";
import { type Screen, screens } from "./screens.ts";
import { tooOldAtom } from "./version/version-atom.ts";

const TooOld = onDemand(() => import("./version/too-old.tsx").then((m) => m.TooOld));

function Screens({ list }: { list: readonly Screen[] }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path.split("/")[1]}>
      <Switch>
        <Route path="/tickets/undefined">
          <Redirect to={href("tickets")} replace />
        </Route>
        {list.map(({ component: Component, ...screen }) => (
          <Route key={screen.name} path={screen.route}>
            <Guard {...screen}>
              <Component />
            </Guard>
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </ErrorBoundary>
  );
}

const framed = screens.filter(({ access }) => access !== "public" && access !== "open");

/** Everything around the screens. */
export function App() {
  const { t } = useTranslation();
  const me = useAtomValue(meAtom);
  const [path] = useLocation();
  const tooOld = useAtomValue(tooOldAtom);
  // Whoever has to choose a password or set up a second factor first sees nothing but that.
  const bare = !me || me.passwordDue || me.factorDue ||
    screens.some((entry) => entry.access === "open" && entry.path === path);
  return (
    <QueryClientProvider client={queryClient}>
      {bare ? <Screens list={screens} /> : (
        <Frame>
          <Screens list={[...screens.filter(({ access }) => access === "public"), ...framed]} />
        </Frame>
      )}
      {tooOld && <TooOld />}
      <Extra>
        <Confirmer />
      </Extra>
      <Toaster label={t("app.notices")} closeLabel={t("do.close")} />
      <Tooltips />
    </QueryClientProvider>
  );
}
