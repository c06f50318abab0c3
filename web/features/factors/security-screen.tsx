import { LogOut, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { factors } from "../../../api/features/factors/contract.ts";
import { href } from "../../core/page/href.ts";
import { useRead } from "../../core/query.ts";
import { logout, nothingIsDue } from "../../core/session.ts";
import { useMe } from "../../core/who/me.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Button } from "../../ui/button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { AppPart } from "./app-part.tsx";
import { CodesPart } from "./codes-part.tsx";
import { PasskeysPart } from "./passkeys-part.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SessionsPart } from "./sessions-part.tsx";

/** /security: one's own second factors. Where the company asks for one, nothing else opens before it is set up. */
export function SecurityScreen() {
  const { t } = useTranslation("factors");
  // Once it is set up nothing is due any more, while this screen still shows the recovery codes.
  const [due] = useState(useMe().factorDue);
  const [codes, setCodes] = useState<string[]>([]);
  const { data, error, refetch } = useRead(factors.get, {}, { keep: false });
  const done = (fresh: string[]) => {
    setCodes(fresh);
    void refetch();
    if (fresh.length === 0 && due) enter();
  };
  // Set up on another device or in another tab: nothing is left to do here.
  const looked = useRef(false);
  useEffect(() => {
    if (!data || looked.current) return;
    looked.current = true;
    if (due && (data.authenticator || data.passkeys.length > 0)) enter();
  }, [data]);
  const page = (
    <ListPage title={t("title")} intro={t("intro")}>
      <div className="max-w-160 space-y-6">
        {due && (
          <p role="status" className="flex gap-3 rounded-card bg-warning-soft p-4 text-body">
            <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
            {t("due")}
          </p>
        )}
        {data
          ? (
            <>
              <AppPart on={data.authenticator} onDone={done} />
              <PasskeysPart passkeys={data.passkeys} onDone={done} />
              {(data.authenticator || data.passkeys.length > 0) && (
                <CodesPart
                  left={data.recoveryCodes}
                  onDone={done}
                />
              )}
            </>
          )
          : error
          ? <Failed error={error} onRetry={() => void refetch()} />
          : (
            <Late>
              <Skeleton className="mb-4 h-32 w-full" />
              <Skeleton className="h-32 w-full" />
            </Late>
          )}
        {!due && <SessionsPart />}
        {due && (
          <Button onClick={() => void logout()}>
            <LogOut aria-hidden /> {t("bar.logout")}
          </Button>
        )}
      </div>
      {codes.length > 0 && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes([]);
            if (due) enter();
          }}
        />
      )}
    </ListPage>
  );
  return due ? <main className="safe h-dvh">{page}</main> : page;
}

const enter = () => nothingIsDue("factorDue", href("tickets"));
