import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import {
  type Campaign,
  type CampaignFields,
  CampaignForm,
  campaigns,
} from "../../../../api/features/campaigns/contract.ts";
import { toastError, useCall } from "../../../core/query.ts";
import { refresh } from "../../../core/answers/query-client.ts";
import { fieldText, showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../../patterns/forms/form-sheet.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { mayChange } from "../state.tsx";
import { fieldsOf } from "./fields.ts";
import { FileRow } from "./file-row.tsx";
import { MessagesPart } from "./messages-part.tsx";
import { SendingPart } from "./sending-part.tsx";
import { TemplatePart } from "./template-part.tsx";
import { TicketPart } from "./ticket-part.tsx";

export type Fields = CampaignFields;
const tabs = ["sending", "messages", "confirmations", "ticket"] as const;
type Tab = typeof tabs[number];
/** On which tab a field stands, for the one that is wrong. */
const tabOf = (name: string): Tab =>
  name.startsWith("message") || name === "template" || name === "file"
    ? "messages"
    : name.startsWith("confirmation")
    ? "confirmations"
    : ["userId", "queueId"].includes(name)
    ? "ticket"
    : "sending";

/** Makes or changes a campaign; one that runs, or is about to, is shown and not changed. */
export function CampaignSheet({ campaign, onClose }: { campaign?: Campaign; onClose: () => void }) {
  const { t } = useTranslation("campaigns");
  const [tab, setTab] = useState<Tab>("sending");
  const [file, setFile] = useState<File | null>(null);
  const [dropped, setDropped] = useState(false);
  const locked = campaign !== undefined && !mayChange(campaign);
  const form = useForm<Fields>({
    // Ids are numbers here already.
    resolver: zodResolver(CampaignForm) as unknown as Resolver<Fields>,
    defaultValues: fieldsOf(campaign),
    disabled: locked,
  });
  const { register, formState: { errors, isDirty } } = form;
  const create = useCall(campaigns.create, { silent: true });
  const update = useCall(campaigns.update, { silent: true });
  const upload = useCall(campaigns.upload, { silent: true });
  const removeFile = useCall(campaigns.removeFile, { silent: true });
  /** A new one that is kept already, whose file was refused: saving again changes it. */
  const kept = useRef(campaign?.id);
  const save = async (body: Fields) => {
    try {
      // The file goes first: a campaign that is about to begin takes none any more.
      if (kept.current === undefined) {
        kept.current = (await create.mutateAsync({ body: { ...body, scheduledAt: null } })).id;
      }
      const params = { id: kept.current };
      if (file) await upload.mutateAsync({ params, body: {}, files: [file] });
      else if (dropped) await removeFile.mutateAsync({ params });
      await update.mutateAsync({ params, body });
      toast.success(t("state.saved"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) toastError(error);
      const wrong = Object.keys(form.formState.errors)[0];
      if (wrong) setTab(tabOf(wrong));
    } finally {
      void refresh(campaigns.list);
    }
  };
  const busy = [create, update, upload, removeFile].some((call) => call.isPending);
  const wrongOn = (name: Tab) => Object.keys(errors).some((field) => field !== "name" && tabOf(field) === name);
  return (
    <FormSheet
      open
      page
      onClose={onClose}
      title={campaign?.name ?? t("add")}
      description={locked ? t("locked") : undefined}
      dirty={!locked && (isDirty || file !== null || dropped)}
      busy={busy}
      saveLabel={locked ? t("do.close") : undefined}
      onSubmit={locked
        ? (event) => {
          event.preventDefault();
          onClose();
        }
        : form.handleSubmit(save, (wrong) => {
          const field = Object.keys(wrong)[0];
          if (field && field !== "name") setTab(tabOf(field));
        })}
    >
      <FormProvider {...form}>
        <Field label={t("name")} error={fieldText(t, errors.name)} required>
          <Input maxLength={50} autoFocus={!campaign} {...register("name")} />
        </Field>
        <Tabs
          label={t("parts")}
          value={tab}
          onChange={(value) => setTab(value as Tab)}
          tabs={tabs.map((value) => ({
            value,
            label: t(`tab.${value}`),
            badge: wrongOn(value) && <span aria-hidden className="size-1.5 rounded-full bg-danger" />,
          }))}
        >
          <TabPanel value="sending" className="space-y-4 pt-4">
            <SendingPart locked={locked} />
          </TabPanel>
          <TabPanel value="messages" className="space-y-4 pt-4">
            <MessagesPart name="message" />
            <TemplatePart locked={locked} />
            <FileRow
              name={file?.name ?? (dropped ? "" : campaign?.mediaName ?? "")}
              locked={locked}
              busy={upload.isPending}
              onPick={setFile}
              onRemove={() => {
                setFile(null);
                setDropped(Boolean(campaign?.mediaPath));
              }}
            />
          </TabPanel>
          <TabPanel value="confirmations" className="space-y-4 pt-4">
            <MessagesPart name="confirmationMessage" />
          </TabPanel>
          <TabPanel value="ticket" className="space-y-4 pt-4">
            <TicketPart locked={locked} />
          </TabPanel>
        </Tabs>
      </FormProvider>
    </FormSheet>
  );
}
