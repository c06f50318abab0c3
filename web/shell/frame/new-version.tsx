import { useAtomValue } from "jotai";
import { ArrowUpCircle } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { heldBy } from "../../core/page/unsaved.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { takeUpdate } from "../version/version.ts";
import { versionAtom } from "../version/version-atom.ts";

/** True while a newer version of the app waits to be taken. */
export function useNewVersion(): boolean {
  const { behind, waiting } = useAtomValue(versionAtom);
  return behind || Boolean(waiting);
}

/** Takes the newer version, in words where there is room for them. Nothing while this one is the newest. */
export function NewVersion({ words }: { words: boolean }) {
  const { t } = useTranslation();
  if (!useNewVersion()) return null;
  const take = async () => {
    const held = heldBy();
    const sure = held.length === 0 || await confirm({
      title: t("update.title"),
      text: held.map((reason) => t(`update.held.${reason}`)).join(" "),
      action: t("update.now"),
      cancel: t("update.later"),
      danger: true,
    });
    if (sure) await takeUpdate();
  };
  return (
    <Tooltip text={t("bar.newVersionHint")} side="right">
      <Button
        tone="danger"
        onClick={() => void take()}
        aria-label={`${t("bar.newVersion")}: ${t("update.now")}`}
        className={cn("h-10", words ? "w-full" : "w-10 px-0!")}
      >
        <ArrowUpCircle aria-hidden className="size-5!" />
        {words && t("bar.newVersion")}
      </Button>
    </Tooltip>
  );
}
