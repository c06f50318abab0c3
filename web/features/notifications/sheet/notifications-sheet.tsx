import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { notifications } from "../../../../api/features/notifications/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { useMe } from "../../../core/who/me.ts";
import { useRead } from "../../../core/query.ts";
import { Failed } from "../../../patterns/lists/empty.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { DeviceList } from "./device-list.tsx";
import { DeviceSwitch } from "./device-switch.tsx";
import { LevelChoice } from "./level-choice.tsx";
import { QueueRules } from "./queue-rules.tsx";
import { QuietHours } from "./quiet-hours.tsx";
import { RuleSwitch } from "./rule-switch.tsx";
import { changeRules, type Rules } from "../rules.ts";
import { Section } from "./section.tsx";
import { TestButton } from "./test-button.tsx";

function Parts({ rules, onInstall }: { rules: Rules; onInstall: () => void }) {
  const { t } = useTranslation("notifications");
  const { company } = useMe();
  const sees = useCan("connections-page:view");
  return (
    <>
      <Section title={t("device.title")}>
        <DeviceSwitch onInstall={onInstall} />
        <TestButton />
      </Section>
      <Section title={t("level.title")}>
        <LevelChoice level={rules.level} />
      </Section>
      <Section title={t("queues.title")} hint={t("queues.hint")}>
        <QueueRules rules={rules} />
      </Section>
      <Section title={t("quiet.title")}>
        <QuietHours quiet={rules.quiet} timezone={company.timezone} />
      </Section>
      {sees && (
        <Section title={t("connections.title")}>
          <RuleSwitch
            label={t("connections.on")}
            hint={t("connections.hint")}
            on={rules.connections}
            onChange={(connections) => void changeRules({ connections })}
          />
        </Section>
      )}
      <Section title={t("text.title")}>
        <RuleSwitch
          label={t("text.hide")}
          hint={t(rules.companyHidesText ? "text.company" : "text.hint")}
          on={rules.hideText || rules.companyHidesText}
          disabled={rules.companyHidesText}
          onChange={(hideText) => void changeRules({ hideText })}
        />
      </Section>
      <Section title={t("devices.title")}>
        <DeviceList />
      </Section>
    </>
  );
}

interface Props {
  onClose: () => void;
  /** Opens the steps of installing. */
  onInstall: () => void;
}

/** When and where this person's devices ring. Every change counts at once. */
export function NotificationsSheet({ onClose, onInstall }: Props) {
  const { t } = useTranslation("notifications");
  const { data: rules, error, refetch } = useRead(notifications.rules);
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("hint")}
      closeLabel={t("do.close", { ns: "core" })}
    >
      {rules
        ? <Parts rules={rules} onInstall={onInstall} />
        : error
        ? <Failed error={error} onRetry={() => void refetch()} />
        : (
          <Late>
            <div className="space-y-4">
              {[0, 1, 2, 3].map((row) => <Skeleton key={row} className="h-12 w-full" />)}
            </div>
          </Late>
        )}
    </Sheet>
  );
}
