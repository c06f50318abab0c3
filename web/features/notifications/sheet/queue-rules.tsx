import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Level, levels } from "../../../../api/features/notifications/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { useMe } from "../../../core/who/me.ts";
import { useRead } from "../../../core/query.ts";
import { Dot } from "../../../ui/chip.tsx";
import { Select } from "../../../ui/select.tsx";
import { changeRules, type Rules } from "../rules.ts";

/** A rule of its own for a queue; the others follow the general one. */
export function QueueRules({ rules }: { rules: Rules }) {
  const { t } = useTranslation("notifications");
  const me = useMe();
  const admin = me.profile === "admin";
  const { data: all } = useRead(queues.list, {}, { enabled: admin });
  const list = admin ? all ?? [] : me.queues;
  if (list.length === 0) return <p className="text-meta text-fg-subtle">{t("queues.none")}</p>;
  const change = (queueId: number, level: string) => {
    const others = rules.queues.filter((rule) => rule.queueId !== queueId);
    void changeRules({ queues: level ? [...others, { queueId, level: level as Level }] : others });
  };
  return (
    <ul className="space-y-2">
      {list.map((queue) => (
        <li key={queue.id} className="flex items-center gap-3">
          <label htmlFor={`ring-queue-${queue.id}`} className="flex min-w-0 flex-1 items-center gap-2">
            <Dot colour={queue.color} />
            <span className="truncate" title={queue.name}>{queue.name}</span>
          </label>
          <Select
            id={`ring-queue-${queue.id}`}
            className="w-44 shrink-0"
            value={rules.queues.find((rule) => rule.queueId === queue.id)?.level ?? ""}
            onChange={(e) => change(queue.id, e.target.value)}
          >
            <option value="">{t("queues.same")}</option>
            {levels.map((level) => <option key={level} value={level}>{t(`level.${level}`)}</option>)}
          </Select>
        </li>
      ))}
    </ul>
  );
}
