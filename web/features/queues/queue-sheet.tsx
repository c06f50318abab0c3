import { zodResolver } from "@hookform/resolvers/zod";
import { CircleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { QueueForm, type QueueFull, queues } from "../../../api/features/queues/contract.ts";
import { ApiError } from "../../core/who/api.ts";
import { useCompanySetting } from "../../core/who/me.ts";
import { toastError, useCall } from "../../core/query.ts";
import { showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { WeekHours } from "../../patterns/forms/week-hours.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { QueueData } from "./queue-data.tsx";
import { type TabName, tabOf, type Values, valuesOf } from "./queue-form.ts";
import { mistakesByKey } from "./tree.ts";
import { TreeEditor } from "./tree-editor.tsx";

interface Props {
  /** The queue to change; none makes a new one. */
  queue?: QueueFull;
  /** Colours that are taken: each queue has its own. */
  taken: readonly string[];
  onClose: () => void;
}

/** Creates or changes a queue: its data, its tree of options, its hours. */
export function QueueSheet({ queue, taken, onClose }: Props) {
  const { t } = useTranslation("queues");
  const [tab, setTab] = useState<TabName>("data");
  const [tries, setTries] = useState(0);
  const byQueue = useCompanySetting("scheduleType") === "queue";
  const form = useForm<Values, unknown, z.output<typeof QueueForm>>({
    resolver: zodResolver(QueueForm) as never,
    defaultValues: valuesOf(queue, taken),
  });
  const { formState: { isDirty, dirtyFields } } = form;
  const [tree, greeting, closes] = form.watch(["chatbots", "greetingMessage", "closeTicket"]);
  const mistakes = useMemo(
    () => mistakesByKey(tree, QueueForm.shape.chatbots.safeParse(tree).error?.issues ?? []),
    [tree],
  );
  const options = {
    silent: true as const,
    refresh: [queues.list],
    onSuccess: () => {
      toast.success(dirtyFields.chatbots ? t("tree.saved") : t("state.saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const details = error instanceof ApiError ? error.body.details ?? [] : [];
      if (details.length > 0) setTab(tabOf(details.map(({ path }) => path.replace(/^body\./, ""))));
      if (showServerErrors(form, error)) return;
      if (error instanceof ApiError && error.code === "ERR_QUEUE_COLOR_ALREADY_EXISTS") {
        setTab("data");
        form.setFocus("color");
      }
      toastError(error);
    },
  };
  const create = useCall(queues.create, options);
  const update = useCall(queues.update, options);
  const complain = (errors: FieldErrors<Values>) => {
    setTries(tries + 1);
    setTab(tabOf(Object.keys(errors)));
  };
  const change = <N extends "chatbots" | "schedules">(name: N, value: Values[N]) => {
    form.setValue(name, value as never, { shouldDirty: true });
    form.clearErrors(name);
  };
  const hours = (schedules: Values["schedules"]) => {
    if (!dirtyFields.schedules) toast.info(t("remember", { ns: "hours" }));
    change("schedules", schedules);
  };
  return (
    <FormSheet
      open
      wide="page"
      onClose={onClose}
      title={queue?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(
        (body) => queue ? update.mutate({ params: { id: queue.id }, body }) : create.mutate({ body }),
        complain,
      )}
    >
      <Tabs
        label={t("edit")}
        value={tab}
        onChange={(next) => setTab(next as TabName)}
        tabs={[
          { value: "data", label: t("tab.data") },
          { value: "menu", label: t("tab.menu") },
          { value: "hours", label: t("tab.hours"), hidden: !byQueue },
        ]}
      >
        <TabPanel value="data" className="pt-5">
          <QueueData form={form as never} />
        </TabPanel>
        <TabPanel value="menu" className="space-y-4 pt-5">
          {closes && tree.length > 0 && (
            <p className="flex gap-2 rounded-control bg-warning-soft px-3 py-2 text-warning">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {t("tree.closedFirst")}
            </p>
          )}
          <TreeEditor
            tree={tree}
            onChange={(next) => change("chatbots", next)}
            greeting={greeting ?? ""}
            mistakes={mistakes}
            tries={tries}
          />
        </TabPanel>
        <TabPanel value="hours" className="pt-5">
          <WeekHours value={form.watch("schedules")} onChange={hours} />
        </TabPanel>
      </Tabs>
    </FormSheet>
  );
}
