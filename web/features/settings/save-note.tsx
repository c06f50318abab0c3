import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Spinner } from "../../ui/spinner.tsx";
import type { SaveState } from "./use-setting.ts";

/** How saving goes, beside what was changed. Always there, so that a screen reader hears it change. */
export function SaveNote({ state }: { state: SaveState }) {
  const { t } = useTranslation("settings");
  return (
    <span role={state.name === "failed" ? "alert" : "status"} className="flex min-h-5 items-center gap-1.5 text-meta">
      {state.name === "saving" && (
        <>
          <Spinner className="size-3.5!" /> <span className="text-fg-subtle">{t("save.saving")}</span>
        </>
      )}
      {state.name === "saved" && (
        <>
          <CircleCheck aria-hidden className="size-4 text-success" />{" "}
          <span className="text-success">{t("save.saved")}</span>
        </>
      )}
      {state.name === "failed" && (
        <>
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <span className="text-danger">{t("save.failed", { reason: state.reason })}</span>
        </>
      )}
    </span>
  );
}
