import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { ApiError } from "../../../api/contract/client.ts";
import { companies, Company } from "../../../api/features/companies/contract.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { toastError, useCall } from "../../core/query.ts";
import { showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { toast } from "../../ui/toast.tsx";
import { CompanyFields } from "./company-fields.tsx";
import { type Body, changedMeanwhile, FormSchema, type Values, valuesOf } from "./company-form.ts";

/** What the first admin of a new company signs in with. */
export interface Made {
  name: string;
  email: string;
  password: string;
}
interface Props {
  /** The company to change; none makes a new one. */
  company?: Company;
  onClose: () => void;
  /** A password was made for the first admin, who has to be told. */
  onMade: (made: Made) => void;
}
const fieldOf = {
  ERR_DUPLICATED_NAME: "name",
  ERR_DUPLICATED_EMAIL: "email",
  ERR_WEAK_PASSWORD: "password",
  ERR_NO_PLAN_FOUND: "planId",
} as const;

/** Creates or changes a company. Saves the fields that were changed; what another operator saved meanwhile is shown first. */
export function CompanySheet({ company, onClose, onMade }: Props) {
  const { t } = useTranslation("companies");
  const base = useRef(company);
  const [meanwhile, setMeanwhile] = useState<(keyof Values)[]>([]);
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(FormSchema),
    defaultValues: valuesOf(company),
  });
  const { formState: { dirtyFields, isDirty } } = form;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.scrollIntoView({ block: "nearest" }), [meanwhile]);
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === "ERR_RECORD_CHANGED" && base.current) {
      const now = Company.parse(error.body.record);
      setMeanwhile(changedMeanwhile(base.current, now));
      base.current = now;
      form.reset(valuesOf(now), { keepDirtyValues: true });
      void refresh(companies.listWithPlan);
    } else if (!showServerErrors(form, error) && !showCode(form, error, fieldOf)) toastError(error);
  };
  const options = { silent: true as const, refresh: [companies.listWithPlan], onError: fail };
  const create = useCall(companies.create, options);
  const update = useCall(companies.update, options);
  const save = ({ password, ...body }: Body) => {
    if (!base.current) {
      return create.mutate({ body: { ...body, ...(password && { password }) } }, {
        onSuccess: (made) => {
          toast.success(t("state.saved"));
          if (made.password) onMade({ name: made.name, email: made.email, password: made.password });
          else onClose();
        },
      });
    }
    const { id, version } = base.current;
    const changed = Object.fromEntries(Object.entries(body).filter(([field]) => field in dirtyFields));
    update.mutate({ params: { id }, body: { ...changed, version } }, {
      onSuccess: () => {
        toast.success(t("state.saved"));
        onClose();
      },
    });
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={company?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save)}
    >
      {meanwhile.length > 0 && (
        <div ref={note} role="alert" className="space-y-1 rounded-control bg-warning-soft p-3 text-warning">
          <p className="font-500">{t("meanwhile")}</p>
          <p>
            {meanwhile.map((field) =>
              t(`field.${field}`)
            ).join(", ")}
          </p>
        </div>
      )}
      <FormProvider {...form}>
        <CompanyFields fresh={!company} />
      </FormProvider>
    </FormSheet>
  );
}
