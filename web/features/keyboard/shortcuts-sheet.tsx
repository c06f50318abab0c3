import { useAtom } from "jotai";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Command, commands, groups, nameOf } from "../../core/commands.ts";
import { capsOf, isCharacter } from "../../core/page/keys.ts";
import { lettersAtom } from "../../core/who/preferences.ts";
import { Caps } from "../../ui/caps.tsx";
import { cn } from "../../ui/cn.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { Switch } from "../../ui/switch.tsx";

function Row({ command, letters }: { command: Command; letters: boolean }) {
  const { t, i18n } = useTranslation("keyboard");
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">{nameOf(command)}</dt>
      <dd className="flex shrink-0 flex-wrap items-center justify-end gap-2 text-fg-muted">
        {(command.keys ?? []).map((keys, index) => {
          const off = !letters && isCharacter(keys);
          return (
            <span key={keys} className="inline-flex items-center gap-2">
              {index > 0 && <span className="text-meta text-fg-subtle">{t("or")}</span>}
              <Caps caps={capsOf(keys, i18n.language)} className={off ? "line-through decoration-2" : undefined} />
              {off && <span className="sr-only">{t("off")}</span>}
            </span>
          );
        })}
      </dd>
    </div>
  );
}

/** All shortcuts, and the switch for those that are a single letter. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("keyboard");
  const [letters, setLetters] = useAtom(lettersAtom);
  const all = commands().filter((command) => command.keys?.length);
  return (
    <Sheet open onOpenChange={onClose} title={t("title")} description={t("intro")} closeLabel={t("do.close")}>
      <Switch
        data-autofocus
        label={t("letters")}
        hint={t("lettersHint")}
        checked={letters}
        onChange={(e) => setLetters(e.target.checked)}
      />
      {groups.map((group) => {
        const list = all.filter((command) => command.group === group);
        return list.length > 0 && (
          <section key={group} aria-labelledby={`keys-${group}`} className={cn("mt-4 border-t border-line pt-4")}>
            <h3 id={`keys-${group}`} className="mb-1 text-meta font-500 text-fg-subtle">{t(`group.${group}`)}</h3>
            <dl>{list.map((command) => <Row key={command.id} command={command} letters={letters} />)}</dl>
          </section>
        );
      })}
      <section aria-labelledby="keys-leave" className="mt-4 border-t border-line pt-4">
        <h3 id="keys-leave" className="mb-1 text-meta font-500 text-fg-subtle">{t("leave")}</h3>
        <p className="text-fg-muted">{t("leaveText")}</p>
      </section>
    </Sheet>
  );
}
