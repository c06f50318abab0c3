import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { tags as tagCalls } from "../../../../api/features/tags/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useRead } from "../../../core/query.ts";
import { foldText } from "../../../core/words/search-text.ts";
import { SearchField } from "../../../patterns/lists/search-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dot } from "../../../ui/chip.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { ColleaguePicker } from "../actions/dialogs/colleague-picker.tsx";
import { useQueueChoices } from "../actions/dialogs/use-queue-choices.ts";
import { applies, type Choice } from "./deeds.ts";
import type { BulkDeed } from "./state.ts";

interface Props {
  deed: BulkDeed;
  tickets: readonly Ticket[];
  viewer: Viewer;
  onClose: () => void;
  onDone: (choice: Choice) => void;
}
const SEARCH_FROM = 8;

function QueueField({ target, value, onChange }: {
  /** Any queue of the company, not only one's own. */
  target: boolean;
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { t } = useTranslation("tickets");
  const queues = useQueueChoices(target);
  return (
    <Field label={t("transfer.queue")} required>
      <Select value={value ?? ""} onChange={(e) => onChange(Number(e.target.value) || null)}>
        <option value="">{t("transfer.chooseQueue")}</option>
        {queues.map((queue) => <option key={queue.id} value={queue.id}>{queue.name}</option>)}
      </Select>
    </Field>
  );
}

function TagChoice({ value, onChange }: { value: number | null; onChange: (id: number) => void }) {
  const { t } = useTranslation("tickets");
  const { data: all = [] } = useRead(tagCalls.all);
  const [search, setSearch] = useState("");
  const found = all.filter((tag) => foldText(tag.name).includes(foldText(search)));
  return (
    <div>
      {all.length > SEARCH_FROM && (
        <SearchField value={search} onChange={setSearch} label={t("tags.choices")} className="mb-2" />
      )}
      {all.length === 0 && <p className="text-fg-muted">{t("bulk.noTags")}</p>}
      <div role="radiogroup" aria-label={t("tags.choices")} className="-mx-2">
        {found.map((tag) => (
          <label
            key={tag.id}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-hover touch:min-h-11"
          >
            <input
              type="radio"
              name="tag"
              checked={value === tag.id}
              onChange={() => onChange(tag.id)}
              className="size-4 accent-primary"
            />
            <Dot colour={tag.color} /> <span className="min-w-0 wrap-anywhere">{tag.name}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** What a deed for many tickets has to be told first. Its title says how many it is for. */
export function BulkDialog({ deed, tickets, viewer, onClose, onDone }: Props) {
  const { t } = useTranslation("tickets");
  const [queueId, setQueueId] = useState<number | null>(null);
  const [userId, setUserId] = useState<number | null>(null);
  const [tagId, setTagId] = useState<number | null>(null);
  const [message, setMessage] = useState("");
  const queues = useQueueChoices(deed === "transfer");
  const { data: team = [] } = useRead(users.colleagues, {}, { enabled: deed === "transfer" });
  const { data: tags = [] } = useRead(tagCalls.all, {}, { enabled: deed === "tag" });
  const count = tickets.filter((ticket) => applies(deed, ticket, viewer)).length;
  const badge = <T extends { id: number; name: string; color: string }>(all: readonly T[], id: number | null) => {
    const one = all.find((other) => other.id === id);
    return one ? { id: one.id, name: one.name, color: one.color } : null;
  };
  const finish = () =>
    onDone({
      ...(deed !== "tag" && { queue: badge(queues, queueId) }),
      user: badge(team, userId),
      message: message.trim(),
      tag: badge(tags, tagId) ?? undefined,
    });
  const ready = deed === "tag" ? tagId !== null : queueId !== null || (deed === "accept" && queues.length === 0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`bulk.ask.${deed}`, { count })}
      description={deed === "close" ? t("bulk.farewell") : deed === "accept" ? t("bulk.acceptHint") : undefined}
      closeLabel={t("do.close")}
      actions={deed === "close"
        ? (
          <>
            <Button onClick={() => onDone({ farewell: false })}>{t("close.farewell.without")}</Button>
            <Button tone="primary" onClick={() => onDone({ farewell: true })}>{t("close.farewell.with")}</Button>
          </>
        )
        : (
          <>
            <Button onClick={onClose}>{t("do.cancel")}</Button>
            <Button tone="primary" disabled={!ready} onClick={finish}>{t(`bulk.do.${deed}`)}</Button>
          </>
        )}
    >
      {(deed === "transfer" || deed === "accept") && (
        <div className="space-y-4">
          <QueueField
            target={deed === "transfer"}
            value={queueId}
            onChange={(id) => {
              setQueueId(id);
              setUserId(null);
            }}
          />
          {deed === "transfer" && (
            <>
              <ColleaguePicker key={queueId} queueId={queueId} value={userId} onChange={setUserId} />
              <Field label={t("transfer.message")} hint={t("transfer.messageHint")}>
                <Textarea rows={3} maxLength={4000} value={message} onChange={(e) => setMessage(e.target.value)} />
              </Field>
            </>
          )}
        </div>
      )}
      {deed === "tag" && <TagChoice value={tagId} onChange={setTagId} />}
    </Dialog>
  );
}
