import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { answers, type CampaignAnswer, contactLists, listItems } from "../../../api/features/contact-lists/contract.ts";
import { campaigns } from "../../../api/features/campaigns/contract.ts";
import { connections } from "../../../api/features/connections/contract.ts";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { channelName } from "../../core/channels.ts";
import { useCall, useList, useRead } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { formatNumber } from "../../core/words/format.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Picker } from "../../patterns/forms/picker.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";

/** Fills a contact list with contacts that a filter finds, or with people of a campaign by their answer. */
export function FillSheet({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { t } = useTranslation("contact-lists");
  const withCampaigns = useMe().company.plan.useCampaigns;
  const [tab, setTab] = useState("contacts");
  const searching = useSearch();
  const [tagIds, setTagIds] = useState<number[]>([]);
  const [channel, setChannel] = useState("");
  const [campaignId, setCampaignId] = useState(0);
  const [who, setWho] = useState<CampaignAnswer>("answered");
  const [said, setSaid] = useState("");
  const { data: choices = [] } = useRead(tags.all, { query: {} });
  const { data: channels = [] } = useRead(connections.channels);
  const sent = useList(campaigns.list, { query: {} }, { enabled: withCampaigns && tab === "campaign", keep: false });
  const found = useList(contacts.list, {
    query: {
      searchParam: searching.search,
      contactTag: tagIds.length ? JSON.stringify(tagIds) : undefined,
      channel: channel || undefined,
      isGroup: "false",
    },
  }, { enabled: tab === "contacts", keepPrevious: true, keep: false });
  const options = {
    refresh: [listItems.list, contactLists.list],
    onSuccess: ({ created }: { created: number }) => {
      toast.success(t("fill.done", { count: created, n: formatNumber(created) }));
      onClose();
    },
  };
  const fromContacts = useCall(contactLists.fromContacts, options);
  const fromCampaign = useCall(contactLists.fromCampaign, options);
  const params = { id: listId };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t("fill.title")}
      dirty={false}
      busy={fromContacts.isPending || fromCampaign.isPending}
      saveLabel={t("fill.save")}
      onSubmit={(event) => {
        event.preventDefault();
        if (tab === "contacts") {
          // What is typed, not what was looked for half a second ago.
          const filter = { searchParam: searching.typed, contactTag: tagIds, ...(channel && { channel }) };
          fromContacts.mutate({ params, body: filter });
        } else if (campaignId) fromCampaign.mutate({ params, body: { campaignId, who, said } });
      }}
    >
      <Tabs
        label={t("fill.from")}
        value={tab}
        onChange={setTab}
        narrow
        tabs={[
          { value: "contacts", label: t("fill.contacts") },
          { value: "campaign", label: t("fill.campaign"), hidden: !withCampaigns },
        ]}
      >
        <TabPanel value="contacts" className="space-y-4 pt-4">
          <Field label={t("fill.search")}>
            <Input
              type="search"
              maxLength={200}
              value={searching.typed}
              onChange={(event) => searching.setTyped(event.target.value)}
            />
          </Field>
          <Field label={t("fill.tags")} hint={t("fill.tagsHint")}>
            <Picker
              choices={choices}
              value={tagIds}
              onChange={setTagIds}
              label={t("fill.tags")}
              placeholder={t("fill.any")}
            />
          </Field>
          <Field label={t("fill.channel")}>
            <Select value={channel} onChange={(event) => setChannel(event.target.value)}>
              <option value="">{t("fill.any")}</option>
              {channels.map((one) => <option key={one.id} value={one.id}>{channelName(one)}</option>)}
            </Select>
          </Field>
          <p role="status" className="text-meta text-fg-muted tabular-nums">
            {found.count !== undefined && t(found.countIsMinimum ? "fill.foundMany" : "fill.found", {
              count: found.count,
              n: formatNumber(found.count),
            })}
          </p>
        </TabPanel>
        <TabPanel value="campaign" className="space-y-4 pt-4">
          <Field label={t("fill.campaign")} required>
            <Select value={campaignId} onChange={(event) => setCampaignId(Number(event.target.value))}>
              <option value={0}>{t("fill.choose")}</option>
              {sent.records.filter(({ startedAt }) => startedAt !== null).map(({ id, name }) => (
                <option key={id} value={id}>{name}</option>
              ))}
            </Select>
          </Field>
          <Field label={t("fill.who")}>
            <Select value={who} onChange={(event) => setWho(event.target.value as CampaignAnswer)}>
              {answers.map((answer) => <option key={answer} value={answer}>{t(`fill.answer.${answer}`)}</option>)}
            </Select>
          </Field>
          {who === "answered" && (
            <Field label={t("fill.said")} hint={t("fill.saidHint")}>
              <Input dir="auto" maxLength={100} value={said} onChange={(event) => setSaid(event.target.value)} />
            </Field>
          )}
        </TabPanel>
      </Tabs>
      <p className="text-meta text-fg-muted">{t("fill.hint")}</p>
    </FormSheet>
  );
}
