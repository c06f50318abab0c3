import { zodResolver } from "@hookform/resolvers/zod";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import type { Connection } from "../../../api/features/connections/contract.ts";
import { QueueForm } from "../../../api/contract/rules/queue-form.ts";
import { type QueueFull, queues } from "../../../api/features/queues/contract.ts";
import { ApiError } from "../../core/who/api.ts";
import { useCompanySetting, useMe } from "../../core/who/me.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { WeekHours } from "../../patterns/forms/week-hours.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { QueueData } from "./queue-data.tsx";
import { bodyOf, needsGreeting, silentLines, type Values, valuesOf } from "./queue-form.ts";
import { mistakesByKey } from "./tree.ts";
import { TreeEditor } from "./tree-editor.tsx";

interface Props {
  /** The queue to change; none makes a new one. */
  queue?: QueueFull;
  /** Colours that are taken: each queue has its own. */
  taken: readonly string[];
  lines: readonly Connection[];
  onClose: () => void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-4 border-t border-line pt-5 first:border-0 first:pt-0">
      <h3 id={id} className="text-body font-600">{title}</h3>
      {children}
    </section>
  );
}

/** Creates or changes a queue, all of it on one screen: name, people, connections, greeting, menu, hours. */
export function QueueSheet({ queue, taken, lines, onClose }: Props) {
  const { t } = useTranslation("queues");
  const me = useMe();
  const [tries, setTries] = useState(0);
  const byQueue = useCompanySetting("scheduleType") === "queue";
  const form = useForm<Values, unknown, z.output<typeof QueueForm>>({
    resolver: zodResolver(QueueForm) as never,
    defaultValues: valuesOf(queue, { me: me.id, lines, taken }),
  });
  const { register, formState: { isDirty, dirtyFields, errors } } = form;
  const [tree, greeting, closes, chosen] = form.watch(["chatbots", "greetingMessage", "closeTicket", "whatsapps"]);
  const mistakes = useMemo(
    () => mistakesByKey(tree, QueueForm.shape.chatbots.safeParse(tree).error?.issues ?? []),
    [tree],
  );
  const greets = needsGreeting(queue, taken.length, tree.length);
  const silent = silentLines(lines, chosen, queue?.id);
  const options = {
    silent: true as const,
    refresh: [queues.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) => {
      if (error instanceof ApiError && error.body.details?.some(({ path }) => path.startsWith("body.chatbots"))) {
        setTries(tries + 1);
      }
      void (showServerErrors(form, error) ||
        showCode(form, error, { ERR_QUEUE_COLOR_ALREADY_EXISTS: "color", ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error));
    },
  };
  const create = useCall(queues.create, options);
  const update = useCall(queues.update, options);
  const save = (given: z.output<typeof QueueForm>) => {
    if (greets && !given.greetingMessage.trim()) {
      return form.setError("greetingMessage", { type: "server", message: "required" }, { shouldFocus: true });
    }
    const words = new Map(silent.map(({ id }) => [id, t("lineGreetingFirst")]));
    const whatsapps = given.whatsapps?.map(({ id, greetingMessage }) => {
      const said = words.has(id) ? greetingMessage ?? words.get(id) : undefined;
      return said === undefined ? { id } : { id, greetingMessage: said };
    });
    const body = bodyOf({ ...given, whatsapps }, queue !== undefined, dirtyFields);
    if (queue) update.mutate({ params: { id: queue.id }, body });
    else create.mutate({ body });
  };
  const complain = (wrong: FieldErrors<Values>) => {
    if (wrong.chatbots) setTries(tries + 1);
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
      page
      onClose={onClose}
      title={queue?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save, complain)}
    >
      <div className="space-y-6">
        <Part title={t("part.data")}>
          <QueueData form={form as never} lines={lines} silent={silent} />
        </Part>
        <Part title={t("part.menu")}>
          <Field
            label={t("greeting")}
            hint={t(greets && tree.length > 0 ? "greetingHintMenu" : "greetingHint")}
            error={fieldText(t, errors.greetingMessage)}
            required={greets}
          >
            <Textarea rows={3} {...register("greetingMessage")} />
          </Field>
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
        </Part>
        <Part title={t("part.hours")}>
          <Field label={t("outOfHours")} hint={t("outOfHoursHint")} error={fieldText(t, errors.outOfHoursMessage)}>
            <Textarea rows={2} {...register("outOfHoursMessage")} />
          </Field>
          {byQueue
            ? <WeekHours value={form.watch("schedules")} onChange={hours} />
            : <p className="text-meta text-fg-muted">{t("hoursElsewhere")}</p>}
        </Part>
      </div>
    </FormSheet>
  );
}
