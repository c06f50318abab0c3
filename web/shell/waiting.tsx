import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { Late } from "../ui/skeleton.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** A screen whose file is on its way. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("state.loading")} className="grid h-full place-items-center text-fg-subtle">
      <Late>
        <Spinner className="size-6" />
      </Late>
    </div>
  );
}
