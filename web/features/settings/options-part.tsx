import { type ReactNode, useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { settings } from "../../../api/features/settings/contract.ts";
import { PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import { useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { botLanguages, factorRules, groups, privacyChoices, scheduleTypes } from "./option-list.ts";
import { NumberRow, SelectRow, SwitchRow, TextRow, WordsRow } from "./option-rows.tsx";

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lead font-600">{title}</h2>
      <div className="divide-y divide-line rounded-card border border-line bg-surface px-4 py-1 sm:px-5">
        {children}
      </div>
    </section>
  );
}

/** How the company works with its customers: every choice with one sentence, each saved at once. */
export function OptionsPart() {
  const { t } = useTranslation("settings");
  const { companyId, company } = useMe();
  const { data, error, refetch } = useRead(settings.company, { params: { companyId } });
  if (!data) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : (
      <Late>
        <Skeleton className="mb-4 h-60 w-full max-w-200" />
        <Skeleton className="h-60 w-full max-w-200" />
      </Late>
    );
  }
  return (
    <div className="max-w-200 space-y-6">
      <Card title={t("options.hours")}>
        <SelectRow name="scheduleType" values={data} choices={scheduleTypes} />
      </Card>
      {groups.map((group) => (
        <Card key={group.name} title={t(`options.${group.name}`)}>
          {group.name === "bot" && <SelectRow name="botLanguage" values={data} choices={botLanguages} />}
          {group.choices.map(({ name, text }) =>
            text
              ? <TextRow key={name} name={name} text={text} values={data} />
              : <SwitchRow key={name} name={name} values={data} />
          )}
          {group.name === "calls" && <WordsRow name="meetingUrl" values={data} />}
        </Card>
      ))}
      {company.plan.useOpenAi && (
        <Card title={t("options.models")}>
          <NumberRow name="aiDailyLimit" values={data} max={999_999} />
        </Card>
      )}
      <Card title={t("options.privacy")}>
        <SwitchRow name="enableLGPD" values={data}>
          <div className="mt-2 divide-y divide-line border-l-2 border-line pl-4">
            <WordsRow long name="lgpdMessage" values={data} />
            <WordsRow name="lgpdLink" values={data} />
            {privacyChoices.map((name) => <SwitchRow key={name} name={name} values={data} />)}
          </div>
        </SwitchRow>
      </Card>
      <Card title={t("options.access")}>
        <SelectRow name="secondFactor" values={data} choices={factorRules} />
        <SwitchRow name="supportAccess" values={data} />
      </Card>
      {companyId === PLATFORM_COMPANY_ID && (
        <Card title={t("options.platform")}>
          <SwitchRow name="wtV" values={data} />
        </Card>
      )}
    </div>
  );
}
