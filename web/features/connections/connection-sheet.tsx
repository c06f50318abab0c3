import { zodResolver } from "@hookform/resolvers/zod";
import type { TFunction } from "i18next";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { ruleMistakes } from "../../../api/contract/rules/connection.ts";
import { type ChannelInfo, ConnectionForm } from "../../../api/features/connections/contract.ts";
import { useCompanySetting, useMe } from "../../core/who/me.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { WeekHours } from "../../patterns/forms/week-hours.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsOf, settingsToSend } from "./channel/schema.ts";
import { channelName } from "../../core/channels.ts";
import { ChatbotTab } from "./tabs/chatbot-tab.tsx";
import { type Body, firstTab, rulesIn, type TabName, type Values, valuesOf } from "./editor/connection-form.ts";
import { GeneralTab } from "./tabs/general-tab.tsx";
import type { FileChange } from "./editor/greeting-file.tsx";
import { IntegrationsTab } from "./tabs/integrations-tab.tsx";
import { MessagesTab } from "./tabs/messages-tab.tsx";
import { PaceTab, type PaceTyped } from "./tabs/pace-tab.tsx";
import { RatingsTab } from "./tabs/ratings-tab.tsx";
import type { FullConnection } from "./full-connection.ts";
import { today } from "./editor/today.ts";
import { useSave } from "./editor/use-save.ts";

interface Props {
  channel: ChannelInfo;
  /** The connection to change; none makes a new one. */
  connection?: FullConnection;
  isFirst: boolean;
  onClose: () => void;
  onSaved: (connection: FullConnection) => void;
}

/** Only a newly linked device brings old messages: the one there is will be unlinked. */
const confirmNewLink = (t: TFunction<"connections">) =>
  confirm({ title: t("import.linkTitle"), text: t("import.linkText"), action: t("import.linkAction") });

/** Creates or changes a connection: what all channels share, what happens by itself, and the channel's own settings. */
export function ConnectionSheet({ channel, connection, isFirst, onClose, onSaved }: Props) {
  const { t } = useTranslation("connections");
  const [tab, setTab] = useState<TabName>("general");
  const { useIntegrations, useOpenAi } = useMe().company.plan;
  const rates = useCompanySetting("userRating") === "enabled";
  const byConnection = useCompanySetting("scheduleType") === "connection";
  const fields = settingsOf(channel.form);
  const [settings, setSettings] = useState<Record<string, unknown>>(connection?.settings ?? {});
  const [file, setFile] = useState<FileChange>(null);
  const savesPace = useRef<(() => void) | null>(null);
  const [paceTyped, setPaceTyped] = useState<PaceTyped>({});
  const [missing, setMissing] = useState<Record<string, string>>({});
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(ConnectionForm),
    defaultValues: valuesOf(connection, channel, isFirst),
  });
  const { save: send, busy } = useSave({ form, connection, onSaved, onTab: setTab, onMissing: setMissing });
  const { dirtyFields } = form.formState;
  const newWish = dirtyFields.importOldMessages || dirtyFields.importRecentMessages ||
    dirtyFields.importOldMessagesGroups;

  /** What the form can say without the server, each at its field. */
  const mistakesIn = (body: Body) => {
    const { importOldMessages: from, queueIdImportMessages: queue } = body;
    const imports = [
      from === "" && { field: "importOldMessages" as const, message: "required" },
      Boolean(from) && !queue && { field: "queueIdImportMessages" as const, message: "required" },
    ].filter((mistake) => mistake !== false);
    return [...imports, ...ruleMistakes(rulesIn(body), { today: today(), rates, before: connection })];
  };
  const save = async (body: Body) => {
    const full = { ...body, settings: settingsToSend(fields, settings) };
    const absent = fields.filter(({ key, required, secret }) =>
      required && !(secret && connection) && (full.settings[key] === undefined || full.settings[key] === "")
    );
    setMissing(Object.fromEntries(absent.map(({ key }) => [key, t("field.required")])));
    if (absent.length > 0) return setTab("general");
    const mistakes = mistakesIn(body);
    for (const { field, message } of mistakes) form.setError(field, { type: "server", message });
    if (mistakes.length > 0) return setTab(firstTab(mistakes.map(({ field }) => field)));
    if (connection?.status === "CONNECTED" && body.importOldMessages && newWish && !await confirmNewLink(t)) return;
    await send(full, file);
  };
  const hours = (schedules: Values["schedules"]) => {
    if (!dirtyFields.schedules) toast.info(t("remember", { ns: "hours" }));
    form.setValue("schedules", schedules, { shouldDirty: true });
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={connection?.name ?? t("newOf", { channel: channelName(channel) })}
      dirty={form.formState.isDirty || settings !== (connection?.settings ?? settings) || file !== null ||
        Object.keys(paceTyped).length > 0}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (tab === "pace") savesPace.current?.();
        // What was typed there is not saved along: it is shown instead of lost.
        else if (Object.keys(paceTyped).length > 0) setTab("pace");
        else void form.handleSubmit(save, (errors) => setTab(firstTab(Object.keys(errors))))(event);
      }}
    >
      <Tabs
        label={t("edit")}
        value={tab}
        onChange={(next) => setTab(next as TabName)}
        tabs={[
          { value: "general", label: t("tab.general") },
          { value: "integrations", label: t("tab.integrations"), hidden: !useIntegrations && !useOpenAi },
          { value: "messages", label: t("tab.messages") },
          { value: "chatbot", label: t("tab.chatbot") },
          { value: "ratings", label: t("tab.ratings") },
          { value: "hours", label: t("tab.hours"), hidden: !byConnection },
          { value: "pace", label: t("tab.pace"), hidden: !channel.paced || !connection },
        ]}
      >
        <TabPanel value="general" className="space-y-4 pt-5">
          <GeneralTab
            form={form as never}
            channel={channel}
            connection={connection}
            fields={fields}
            settings={settings}
            onSettings={setSettings}
            missing={missing}
          />
        </TabPanel>
        <TabPanel value="integrations" className="space-y-4 pt-5">
          <IntegrationsTab form={form as never} />
        </TabPanel>
        <TabPanel value="messages" className="space-y-4 pt-5">
          <MessagesTab form={form as never} channel={channel} connection={connection} file={file} onFile={setFile} />
        </TabPanel>
        <TabPanel value="chatbot" className="space-y-4 pt-5">
          <ChatbotTab form={form as never} />
        </TabPanel>
        <TabPanel value="ratings" className="space-y-4 pt-5">
          <RatingsTab form={form as never} rates={rates} />
        </TabPanel>
        <TabPanel value="hours" className="pt-5">
          <WeekHours value={form.watch("schedules") as never} onChange={hours} />
        </TabPanel>
        <TabPanel value="pace" className="space-y-4 pt-5">
          {connection && (
            <PaceTab connectionId={connection.id} saves={savesPace} typed={paceTyped} onTyped={setPaceTyped} />
          )}
        </TabPanel>
      </Tabs>
    </FormSheet>
  );
}
