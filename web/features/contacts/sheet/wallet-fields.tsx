import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Wallet } from "../../../../api/features/contacts/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useCan } from "../../../core/who/can.ts";
import { useCompanySetting } from "../../../core/who/me.ts";
import { useRead } from "../../../core/query.ts";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";

interface Props {
  value: Wallet | null;
  onChange: (wallet: Wallet | null) => void;
}

/** Whose customer the contact is: a person and the queue their new tickets wait in. Only where the company works so, for admins. */
export function WalletFields({ value, onChange }: Props) {
  const { t } = useTranslation("contacts");
  const shown = useCompanySetting("DirectTicketsToWallets") === "enabled";
  const may = useCan("contacts-page:wallet");
  const wanted = { enabled: shown && may };
  const { data: team = [] } = useRead(users.colleagues, {}, wanted);
  const { data: all = [] } = useRead(queues.list, {}, wanted);
  if (!shown || !may) return null;
  const queuesOf = (userId: number) => {
    const own = team.find((person) => person.id === userId)?.queues ?? [];
    return own.length ? all.filter((queue) => own.some(({ id }) => id === queue.id)) : all;
  };
  const give = (userId: number) => {
    const offered = queuesOf(userId);
    const queue = offered.find(({ id }) => id === value?.queueId) ?? offered[0];
    onChange(userId && queue ? { userId, queueId: queue.id } : null);
  };
  const offered = value ? queuesOf(value.userId) : all;
  return (
    <fieldset className="space-y-2">
      <legend className="text-meta font-500 text-fg-muted">{t("wallet.title")}</legend>
      <p className="text-meta text-fg-subtle">{t(all.length ? "wallet.hint" : "wallet.noQueue")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("wallet.person")}>
          <Select
            value={value?.userId ?? ""}
            disabled={all.length === 0}
            onChange={(event) => give(Number(event.target.value))}
          >
            <option value="">{t("wallet.nobody")}</option>
            {team.map((person) => <option key={person.id} value={person.id}>{person.name}</option>)}
          </Select>
        </Field>
        <Field label={t("wallet.queue")}>
          <Select
            value={value?.queueId ?? ""}
            disabled={!value}
            onChange={(event) => value && onChange({ ...value, queueId: Number(event.target.value) })}
          >
            {!value && <option value="">—</option>}
            {offered.map((queue) => <option key={queue.id} value={queue.id}>{queue.name}</option>)}
          </Select>
        </Field>
      </div>
    </fieldset>
  );
}
