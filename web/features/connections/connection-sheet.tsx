import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { type ChannelInfo, ConnectionForm, connections } from "../../../api/features/connections/contract.ts";
import { ApiError } from "../../core/api.ts";
import { toastError, useCall } from "../../core/query.ts";
import { showServerErrors } from "../../patterns/form-errors.ts";
import { FormSheet } from "../../patterns/form-sheet.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsOf, settingsToSend } from "./channel-schema.ts";
import { channelName } from "./channel-words.ts";
import { GeneralTab } from "./general-tab.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { randomToken } from "./token-field.tsx";
import type { FullConnection } from "./full-connection.ts";

export type Values = z.input<typeof ConnectionForm>;
interface Props {
  channel: ChannelInfo;
  /** The connection to change; none makes a new one. */
  connection?: FullConnection;
  isFirst: boolean;
  onClose: () => void;
  onSaved: (connection: FullConnection) => void;
}

function valuesOf(connection: FullConnection | undefined, channel: ChannelInfo, isFirst: boolean): Values {
  return {
    name: connection?.name ?? "",
    channel: channel.id,
    isDefault: connection?.isDefault ?? isFirst,
    allowGroup: connection?.allowGroup ?? false,
    groupAsTicket: connection?.groupAsTicket ?? "disabled",
    token: connection?.token ?? randomToken(),
    greetingMessage: connection?.greetingMessage ?? "",
    complationMessage: connection?.complationMessage ?? "",
    outOfHoursMessage: connection?.outOfHoursMessage ?? "",
    queueIds: connection?.queues.map((queue) => queue.id) ?? [],
  };
}

/** Creates or changes a connection: what all channels share, and the channel's own settings. */
export function ConnectionSheet({ channel, connection, isFirst, onClose, onSaved }: Props) {
  const { t } = useTranslation("connections");
  const [tab, setTab] = useState("general");
  const fields = settingsOf(channel.form);
  const [settings, setSettings] = useState<Record<string, unknown>>(connection?.settings ?? {});
  const [missing, setMissing] = useState<Record<string, string>>({});
  const form = useForm<Values, unknown, z.output<typeof ConnectionForm>>({
    resolver: zodResolver(ConnectionForm),
    defaultValues: valuesOf(connection, channel, isFirst),
  });
  const options = {
    silent: true as const,
    refresh: [connections.list],
    onSuccess: (saved: FullConnection) => {
      toast.success(t("state.saved"));
      onSaved(saved);
    },
    onError: (error: unknown) => {
      const details = error instanceof ApiError ? error.body.details ?? [] : [];
      const ofChannel = details.filter(({ path }) => path.startsWith("settings."));
      setMissing(Object.fromEntries(ofChannel.map(({ path }) => [path.slice("settings.".length), t("field.invalid")])));
      if (error instanceof ApiError && error.code === "ERR_WAPP_GREETING_REQUIRED") setTab("messages");
      if (!showServerErrors(form, error)) toastError(error);
    },
  };
  const create = useCall(connections.create, options);
  const update = useCall(connections.update, options);
  const save = (body: z.output<typeof ConnectionForm>) => {
    const full = { ...body, settings: settingsToSend(fields, settings) };
    const absent = fields.filter(({ key, required, secret }) =>
      required && !(secret && connection) && (full.settings[key] === undefined || full.settings[key] === "")
    );
    setMissing(Object.fromEntries(absent.map(({ key }) => [key, t("field.required")])));
    if (absent.length > 0) return setTab("general");
    if (connection) update.mutate({ params: { id: connection.id }, body: full });
    else create.mutate({ body: full });
  };
  return (
    <FormSheet
      open
      wide
      onClose={onClose}
      title={connection?.name ?? t("newOf", { channel: channelName(channel) })}
      dirty={form.formState.isDirty || settings !== (connection?.settings ?? settings)}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save, () => setTab("general"))}
    >
      <Tabs
        label={t("edit")}
        value={tab}
        onChange={setTab}
        tabs={[{ value: "general", label: t("tab.general") }, { value: "messages", label: t("tab.messages") }]}
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
        <TabPanel value="messages" className="space-y-4 pt-5">
          <MessagesTab form={form as never} />
        </TabPanel>
      </Tabs>
    </FormSheet>
  );
}
